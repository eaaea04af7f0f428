"""Rows for tests, with sensible values where a test does not care."""

import factory

from accounts.models import User

PASSWORD = "a pot of mint tea"


class UserFactory(factory.django.DjangoModelFactory):
    """A person with the password `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"person-{n}x")
    password = factory.django.Password(PASSWORD)
