"""The groups of staff, with what each may do."""

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations

MODERATOR = """
    accounts.view_user accounts.moderate_user accounts.view_notice
    accounts.view_bannedword accounts.add_bannedword accounts.change_bannedword
    games.view_reportrow games.decide_report games.view_tablerow games.view_matchrow games.see_hints
"""
TABLE_MANAGER = """
    accounts.view_user games.view_tablerow games.manage_table games.view_matchrow games.void_match games.see_hints
"""
ADMINISTRATOR = (
    MODERATOR
    + TABLE_MANAGER
    + """
    accounts.add_user accounts.change_user accounts.sign_out_user accounts.merge_user accounts.view_auditentry
    games.view_announcementrow games.add_announcementrow games.change_announcementrow
    games.view_siterow games.change_siterow
"""
)
ROLES = {"moderator": MODERATOR, "table manager": TABLE_MANAGER, "administrator": ADMINISTRATOR}


def make_roles(apps, schema_editor):
    # Django makes permissions after all migrations; the groups need them now.
    for label in ("accounts", "games"):
        config = installed.get_app_config(label)
        create_permissions(config, verbosity=0, using=schema_editor.connection.alias)
    groups = apps.get_model("auth", "Group").objects
    permissions_known = apps.get_model("auth", "Permission").objects
    for name, permissions in ROLES.items():
        group, _made = groups.get_or_create(name=name)
        for permission in set(permissions.split()):
            label, codename = permission.split(".")
            group.permissions.add(permissions_known.get(content_type__app_label=label, codename=codename))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_staff"),
        ("accounts", "0004_staff"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
