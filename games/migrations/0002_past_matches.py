from django.conf import settings
from django.db import migrations, models

LISTED = models.Q(("finished_at__isnull", False), ("rated", True))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="playerrow",
            name="finished_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="matchrow",
            index=models.Index(condition=LISTED, fields=["-finished_at", "-id"], name="listed_by_end"),
        ),
        migrations.AddIndex(
            model_name="matchrow",
            index=models.Index(condition=LISTED, fields=["game", "-finished_at", "-id"], name="listed_of_game"),
        ),
        migrations.AddIndex(
            model_name="matchrow",
            index=models.Index(condition=LISTED, fields=["rule_set", "-finished_at", "-id"], name="listed_of_rules"),
        ),
        migrations.AddIndex(
            model_name="playerrow",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["user", "-finished_at", "-match"],
                name="past_matches_of_a_person",
            ),
        ),
    ]
