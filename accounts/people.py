"""What changes a person's name or standing: opening, keeping, renaming and closing an account."""

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from . import names, words
from .models import Place, RetiredName, User


class NameTaken(ValidationError):
    """Somebody has this name, or a twin of it, or once had it."""

    def __init__(self) -> None:
        super().__init__(names.TAKEN, code="name_taken")


def check_new_name(name: str) -> str:
    """The clean form of a name that is well-formed, allowed and free now. Raises ValidationError otherwise.

    Free now may be taken a moment later; what then writes the name raises `NameTaken` itself.
    """
    name = names.clean(name)
    names.check_shape(name)
    names.check_reserved(name)
    words.check(name)
    if not is_free(name):
        raise NameTaken
    return name


def is_free(name: str, besides: User | None = None) -> bool:
    """Whether nobody (but this user) has or had a twin of the name."""
    skeleton = names.skeleton(name)
    others = User.objects.exclude(pk=besides.pk) if besides and besides.pk else User.objects.all()
    return not (others.filter(skeleton=skeleton).exists() or RetiredName.objects.filter(skeleton=skeleton).exists())


def stored_name(typed: str) -> str:
    """The name, as stored, of the person this one means; what was typed when there is nobody."""
    found = User.objects.filter(skeleton=names.skeleton(typed)).values_list("username", flat=True).first()
    return found or typed


def open_account(name: str, password: str) -> User:
    """A new person of a name that `check_new_name` let pass. Raises NameTaken."""
    user = User(username=name)
    user.set_password(password)
    _write_name(user)
    return user


@transaction.atomic
def keep(guest: User, name: str, password: str) -> bool:
    """Turn this guest into an account, same row, same matches. False if another tab has done so. Raises NameTaken."""
    if not User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).exists():
        return False
    guest.is_guest = False
    guest.set_password(password)
    rename(guest, name)
    return True


@transaction.atomic
def rename(user: User, name: str) -> None:
    """Give the user this name and retire the old one, unless they are twins. Raises NameTaken."""
    old = user.skeleton
    user.username = name
    _write_name(user)
    if old != user.skeleton:
        RetiredName.objects.create(skeleton=old)
        Place.objects.filter(user=user).update(skeleton=user.skeleton)


@transaction.atomic
def close(user: User) -> None:
    """Close the account for good: no name, no address, no way in; the row stays, for others' past matches."""
    EmailAddress.objects.filter(user=user).delete()
    user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.closed_at = timezone.now()
    user.set_unusable_password()
    rename(user, f"closed-{user.pk}")
    Place.objects.filter(user=user).delete()


def _write_name(user: User) -> None:
    """Save the user. The skeleton is looked for among the retired only now: its row is ours, so nobody frees it."""
    try:
        with transaction.atomic():
            user.save()
            if RetiredName.objects.filter(skeleton=user.skeleton).exists():
                raise NameTaken
    except IntegrityError as error:
        raise NameTaken from error
