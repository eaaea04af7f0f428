/* The list of tables keeps itself fresh; after a break it waits a little before it asks again, and longer each time. */

htmx.config.wsReconnectDelay = (tries) => Math.min(30_000, 1000 * 2 ** tries) * (0.5 + Math.random() / 2);
