import { profileErrors } from '#domain/business.ts'
import type { FieldErrors as Sentences } from '#domain/fields.ts'
import type { FieldValues, Path } from 'react-hook-form'
import { ApiError, messageOf } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import { patchProfile } from '../data/business.ts'
import { changesOf } from '../parts/changes-of.ts'
import { useRowForm } from '../parts/use-row-form.ts'
import { fieldText } from './field-texts.ts'
import type { Profile, ProfileChanges, SectionProps } from './profile.ts'

interface Rules<V extends FieldValues> {
  /** The form's values from a profile. */
  values: (profile: Profile) => V
  /** The profile's fields from the form's values. */
  fields: (values: V) => ProfileChanges
  /** Rules that involve several fields. */
  more?: (values: V, changes: ProfileChanges, base: Profile) => Sentences
}

const failure = 'Error actualizando perfil'

/** A tab's form over some fields of the profile, validated by domain/; only changed fields are sent. */
export function useSection<V extends FieldValues>({ profile }: SectionProps, rules: Rules<V>) {
  // The tabs are rendered only after the profile has loaded.
  const valuesOf = (row: Profile | undefined) => rules.values(row!)
  const changesFrom = (base: Profile | undefined, values: V) =>
    changesOf(rules.fields(valuesOf(base)), rules.fields(values))
  const editing = useRowForm<V, Profile>({
    row: profile,
    valuesOf,
    rule(values, base) {
      const changes = changesFrom(base, values)
      return { ...profileErrors(changes), ...rules.more?.(values, changes, base!) }
    },
    failure,
    tell: (error) => ({ toast: failure, problem: barText(error, Object.keys(valuesOf(profile))) }),
    mode: 'onTouched',
    draft: `perfil ${Object.keys(valuesOf(profile)).join()}`,
    isRenewed: true,
  })
  const base = editing.base!

  const submit = editing.submit(async (values) => {
    const changes = changesFrom(base, values)
    // Only spaces were typed, or Enter was pressed in an unchanged form.
    if (Object.keys(changes).length === 0) return editing.stored(base)
    try {
      const now = await patchProfile({ ...changes, version: base.version })
      editing.stored(now, values)
      toast.success('Perfil actualizado exitosamente')
    } catch (error) {
      focusRefused(error)
      throw error
    }
  })

  return {
    form: editing.form,
    error: (name: Path<V>) => editing.error(name as keyof V & string),
    submit,
    notice: { list: editing.elsewhere, textOf: fieldText, onTake: editing.take },
    bar: {
      isDirty: editing.isDirty,
      isSaving: editing.isSubmitting,
      refusal: editing.problem,
      onDiscard() {
        editing.setProblem(undefined)
        editing.stored(base)
      },
    },
  }
}

const refusedFields = (error: unknown): string[] =>
  Object.keys((error instanceof ApiError && error.fields) || {})

/** The error for the bar, when some of it belongs to no field of this form. */
function barText(error: unknown, names: string[]): string | undefined {
  const refused = refusedFields(error)
  const isAllShown = refused.length > 0 && refused.every((name) => names.includes(name))
  return isAllShown ? undefined : messageOf(error)
}

/** Focuses the first refused field in the order of the screen, including custom controls. */
function focusRefused(error: unknown) {
  const names = refusedFields(error)
  // Waits until the errors are shown.
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('.set-form [name]')]
    fields.find(({ name }) => names.includes(name))?.focus()
  })
}
