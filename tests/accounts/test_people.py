"""Names in the database: unique by skeleton, never given twice."""

import threading

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from accounts import people
from accounts.models import RetiredName, User
from tests.factories import PASSWORD, UserFactory


@pytest.mark.django_db
def test_the_database_refuses_a_twin(sara):
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(username="SARA")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="sаrа")])
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_skeleton_follows_the_name(sara):
    people.rename(sara, "Sarah")
    sara.refresh_from_db()
    assert (sara.username, sara.skeleton) == ("Sarah", "sarah")


@pytest.mark.django_db
def test_an_old_name_is_nobodys_again(sara):
    people.rename(sara, "Nadia")
    with pytest.raises(ValidationError) as caught:
        people.check_new_name("SARA")
    assert caught.value.code == "name_taken"
    with pytest.raises(people.NameTaken):
        people.open_account("Sara", PASSWORD)
    assert not User.objects.filter(username="Sara").exists()


@pytest.mark.django_db
def test_a_change_of_case_retires_nothing(sara):
    people.rename(sara, "SARA")
    assert not RetiredName.objects.exists()


@pytest.mark.django_db
def test_closing_takes_name_address_and_powers_but_not_the_row(sara):
    sara.emailaddress_set.create(email="sara@example.org", verified=True, primary=True)
    User.objects.filter(pk=sara.pk).update(email="sara@example.org", is_staff=True)
    sara.refresh_from_db()
    people.close(sara)
    closed = User.objects.get(pk=sara.pk)
    assert closed.username == f"closed-{sara.pk}"
    assert (closed.email, closed.is_active, closed.is_staff, closed.has_usable_password()) == ("", False, False, False)
    assert closed.closed_at
    assert not closed.emailaddress_set.exists()
    with pytest.raises(people.NameTaken):
        people.open_account("sara", PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["sara", "SARA", "Ｓａｒａ", "s-ara "])
def test_stored_name(sara, typed):
    assert people.stored_name(typed) == ("Sara" if typed != "s-ara " else typed)


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_the_name():
    outcomes = []

    def attempt():
        try:
            people.open_account("Sara", PASSWORD)
            outcomes.append("got it")
        except people.NameTaken:
            outcomes.append("taken")
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["got it"] + ["taken"] * 5
