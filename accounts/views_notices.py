"""What staff told a person: a page for each notice, where it can be appealed against."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from . import conduct
from .models import Notice, User


class AppealForm(forms.Form):
    """Why the measure was wrong."""

    appeal = forms.CharField(
        label=_("Why was this wrong?"), max_length=500, widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"})
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice(request: HttpRequest, number: int) -> HttpResponse:
    """One notice of one's own. Sending `read` puts it away, sending `appeal` asks staff to look again."""
    user = cast(User, request.user)
    row = get_object_or_404(Notice, pk=number, user=user)
    if "read" in request.POST:
        conduct.read(user, row.pk)
        return redirect("account_notice", row.pk) if user.is_suspended else redirect("home")
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if conduct.appeal(user, row.pk, form.cleaned_data["appeal"]):
            messages.success(request, gettext("Your appeal has been sent. The answer will stand here."))
        return redirect("account_notice", row.pk)
    return render(request, "accounts/notice.html", {"notice": row, "form": form})
