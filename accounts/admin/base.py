"""What every page of the staff admin shares: nothing is deleted, every change has a reason and is audited, actions are
pages of their own, and no list counts or sorts a whole table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .. import conduct, trail
from ..models import User

MOST_COUNTED: Final = 5000


class CappedPaginator(Paginator):
    """Counts no further than to `MOST_COUNTED`; who wants older rows filters or searches."""

    @cached_property
    def count(self) -> int:
        return int(self.object_list.order_by()[:MOST_COUNTED].count())  # type: ignore[attr-defined]  # a query set


class NewestFirst(ChangeList):
    """Lists stay in their own order, which an index has: a click on a column would sort the whole table."""

    def get_ordering(self, request: HttpRequest, queryset: Any) -> Any:
        """Whatever the address says."""
        self.params.pop("o", None)
        return super().get_ordering(request, queryset)


class ReasonForm(forms.Form):
    """Why: every action of staff asks that."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=250,
        widget=forms.TextInput(attrs={"class": "vTextField", "dir": "auto"}),
        help_text=_("It is kept in the audit. Where people are told of the action, they read it too."),
    )

    def __init__(self, *args: Any, target: Any = None, **kwargs: Any) -> None:
        self.target = target
        super().__init__(*args, **kwargs)

    @property
    def ordered(self) -> list[Any]:
        """The fields, the reason last."""
        fields = list(self)
        return [field for field in fields if field.name != "reason"] + [self["reason"]]


@dataclass(frozen=True)
class StaffAction:
    """One thing that staff may do to one row. `run` gets who, the row and the cleaned form; what it raises is shown."""

    name: str
    label: Any
    help: Any
    permission: str
    run: Callable[[Any, Any, Mapping[str, Any]], Any]
    form: type[ReasonForm] = ReasonForm
    fits: Callable[[Any], bool] = lambda row: True


class StaffAdmin(admin.ModelAdmin):
    """Rows that staff look at. Changes are made by actions only, unless a subclass allows a form."""

    actions = None
    sortable_by = ()
    list_per_page = 50
    paginator = CappedPaginator
    show_full_result_count = False
    change_form_template = "admin/staff_change_form.html"
    staff_actions: ClassVar[tuple[StaffAction, ...]] = ()
    refusals: ClassVar[tuple[type[Exception], ...]] = (conduct.NotPossible,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: what has happened stays."""
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list that is not sorted by columns."""
        return NewestFirst

    # --- actions ---

    def get_urls(self) -> list[Any]:
        """The stock addresses, and one for each action."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_do"
        return [
            path("<int:number>/do/<slug:action>/", self.admin_site.admin_view(self.do), name=name),
            *super().get_urls(),
        ]

    def may_do(self, request: HttpRequest, action: StaffAction) -> bool:
        """Whether this member of staff may do this at all."""
        return self.has_view_permission(request) and request.user.has_perm(action.permission)

    def is_protected(self, request: HttpRequest, row: Any) -> bool:
        """Whether nothing may be done to this very row by this member of staff."""
        return False

    def actions_for(self, request: HttpRequest, row: Any) -> list[StaffAction]:
        """What may be done to this row now."""
        if self.is_protected(request, row):
            return []
        return [action for action in self.staff_actions if self.may_do(request, action) and action.fits(row)]

    def do(self, request: HttpRequest, number: int, action: str) -> HttpResponse:
        """The page of one action: what it does, its form, and doing it."""
        wanted = next((one for one in self.staff_actions if one.name == action), None)
        if wanted is None:
            raise Http404
        if not self.may_do(request, wanted):
            raise PermissionDenied
        row = self.get_object(request, str(number))
        if row is None:
            raise Http404
        if self.is_protected(request, row):
            raise PermissionDenied
        form = wanted.form(request.POST if request.method == "POST" else None, target=row)
        if request.method == "POST" and form.is_valid() and self._done(request, wanted, row, form):
            messages.success(request, gettext("Done: %(action)s") % {"action": wanted.label})
            return redirect(self.page_of(row))
        return self._action_page(request, wanted, row, form)

    def _done(self, request: HttpRequest, action: StaffAction, row: Any, form: ReasonForm) -> bool:
        try:
            action.run(request.user, row, form.cleaned_data)
        except self.refusals as refusal:
            form.add_error(None, self.explain(refusal))
            return False
        return True

    def explain(self, refusal: Exception) -> str:
        """A refusal in words."""
        return str(refusal)

    def page_of(self, row: Any) -> str:
        """The address of the page of a row."""
        return reverse(f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])

    def address_of(self, row: Any, action: StaffAction) -> str:
        """The address of an action on a row."""
        name = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_do"
        return reverse(name, args=[row.pk, action.name])

    def _action_page(self, request: HttpRequest, action: StaffAction, row: Any, form: ReasonForm) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": action.label,
            "action": action,
            "form": form,
            "row": row,
            "opts": self.opts,
            "page": self.page_of(row),
        }
        return TemplateResponse(request, "admin/staff_action.html", context)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """The stock page with the actions that may be done to the row."""
        row = self.get_object(request, object_id) if object_id else None
        told = (
            {"staff_actions": [(one, self.address_of(row, one)) for one in self.actions_for(request, row)]}
            if row
            else {}
        )
        told |= self.told_of(request, row) if row and self.has_view_permission(request, row) else {}
        return super().changeform_view(request, object_id, form_url, {**told, **(extra_context or {})})

    def told_of(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """What else the page of a row shows."""
        return {}


class ReasonedForm(forms.ModelForm):
    """A model's form that asks for a reason."""

    reason = ReasonForm.base_fields["reason"]


class EditableAdmin(StaffAdmin):
    """Rows that staff with the permission add and change by a form; each time with a reason, audited."""

    form: type[forms.ModelForm] = ReasonedForm
    has_add_permission = admin.ModelAdmin.has_add_permission
    has_change_permission = admin.ModelAdmin.has_change_permission

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The reason last, where something may be changed."""
        fieldsets = [*super().get_fieldsets(request, obj)]
        shown = [field for _name, options in fieldsets for field in options["fields"]]
        may = self.has_change_permission(request, obj) if obj else self.has_add_permission(request)
        if may and "reason" not in shown:
            fieldsets.append((None, {"fields": ["reason"]}))
        return fieldsets

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The model's fields; `get_fieldsets` puts the reason where it belongs."""
        return [field for field in super().get_fields(request, obj) if field != "reason"]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save, and note the change; stock admin has opened the transaction."""
        before = trail.values_of(self.model._default_manager.get(pk=obj.pk)) if change else {}
        self.write(request, obj, form, change)
        trail.record(
            cast(User, request.user),
            f"{self.opts.model_name}.{'change' if change else 'add'}",
            obj,
            before=before,
            after=trail.values_of(obj),
            reason=form.cleaned_data.get("reason", ""),
        )

    def write(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """What saving is."""
        obj.save()
