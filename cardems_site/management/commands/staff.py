"""`manage.py staff NAME`: make the first administrator, or raise somebody who has an account."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from accounts import trail

User = get_user_model()


class Command(BaseCommand):
    """Asks for the password on a terminal; reads it from the first line of standard input otherwise."""

    help = "Make the person of this name an administrator; a new name gets an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The user name."""
        parser.add_argument("name")

    def handle(self, *, name: str, **options: Any) -> None:
        """Save the administrator, or say what is wrong with name or password."""
        try:
            user = self.find(name) or self.create(name)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.is_staff = user.is_superuser = user.is_active = True
        with transaction.atomic():
            user.save()
            trail.record(None, "user.powers", user, after={"is_superuser": True}, reason="manage.py staff")
        self.stdout.write(f"{user.get_username()} is an administrator now. docs/staff.md explains the staff's pages:")
        self.stdout.write("\n".join(f"  {origin}{reverse('admin:index')}" for origin in settings.SITE_ORIGINS))

    def find(self, name: str) -> Any:
        """The person of this name, or None; a guest is nobody whom a password protects, so it counts as none."""
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            return None
        if not user.has_usable_password():
            raise CommandError(f"{name} has no password. Let them keep their account first, then try again.")
        return user

    def create(self, name: str) -> Any:
        """A new user with a checked name and password, not saved yet."""
        user = User(username=name)
        password = self.ask_password()
        validate_password(password, user)
        user.set_password(password)
        user.full_clean()
        return user

    def ask_password(self) -> str:
        """The new password, typed twice on a terminal."""
        if not sys.stdin.isatty():
            password = sys.stdin.readline().rstrip("\n")
            if not password:
                raise CommandError("No password came: run this on a terminal, or write the password to its input.")
            return password
        password = getpass("Password: ")
        if password != getpass("The same again: "):
            raise CommandError("The two passwords differ.")
        return password
