"""How forms are drawn: `{{ form }}` and `{{ field.as_field_group }}` use the templates in `templates/forms/`."""

from django.forms.renderers import TemplatesSetting


class FieldRenderer(TemplatesSetting):
    """Label above, then help, then errors with a mark, then the input (`static/css/forms.css`)."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
