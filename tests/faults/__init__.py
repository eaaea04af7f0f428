"""Machines are broken on purpose while people play: `people` play and keep their own logs, `site` is what breaks."""
