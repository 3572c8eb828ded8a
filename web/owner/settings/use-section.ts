import { profileErrors } from '#domain/business.ts'
import type { FieldErrors as Sentences } from '#domain/fields.ts'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { ownerApi } from '../../account/session.ts'
import { ApiError, messageOf } from '../../ui/api.ts'
import { resolverOf } from '../../ui/resolver.ts'
import { toast } from '../../ui/toast.tsx'
import { type Changes, changesOf, type Profile, type SectionProps } from './profile.ts'

interface Rules<V extends FieldValues> {
  /** What the form shows of a profile. */
  values: (profile: Profile) => V
  /** The profile's fields that the form means. */
  fields: (values: V) => Changes
  /** What the rules of single fields cannot know. */
  more?: (values: V, changes: Changes) => Sentences
}

/** A tab's form over some fields of the profile: judged by domain/, only what changed is sent. */
export function useSection<V extends FieldValues>({ profile, onStored }: SectionProps, rules: Rules<V>) {
  const stored = rules.values(profile)
  const [refusal, setRefusal] = useState<string>()
  const changed = (values: V) => changesOf(rules.fields(stored), rules.fields(values))
  const form = useForm<V>({
    defaultValues: stored as DefaultValues<V>,
    resolver: resolverOf((values) => {
      const changes = changed(values)
      return { ...profileErrors(changes), ...rules.more?.(values, changes) }
    }),
    mode: 'onTouched',
  })

  async function store(values: V) {
    setRefusal(undefined)
    const body = changed(values)
    // Spaces alone, or Enter in a form that nobody touched.
    if (Object.keys(body).length === 0) return form.reset(stored)
    try {
      const { business } = await ownerApi.put<{ business: Profile }>('/api/businesses/profile', body)
      onStored(business)
      form.reset(rules.values(business))
      toast.success('Perfil actualizado exitosamente')
    } catch (error) {
      toast.error('Error actualizando perfil')
      showRefusal(error)
    }
  }

  /** The server's sentences under their fields; what has no field here stands in the bar. */
  function showRefusal(error: unknown) {
    const fields = Object.entries((error instanceof ApiError && error.fields) || {})
    const shown = fields.filter(([name]) => name in form.getValues())
    for (const [name, message] of shown) form.setError(name as Path<V>, { type: 'server', message })
    if (shown.length < fields.length || fields.length === 0) setRefusal(messageOf(error))
    const names = shown.map(([name]) => name)
    const first = [...document.querySelectorAll<HTMLInputElement>('.set-form [name]')]
    // Once the sentences are there.
    requestAnimationFrame(() => first.find((field) => names.includes(field.name))?.focus())
  }

  const { isDirty, isSubmitting, errors } = form.formState
  return {
    form,
    error: (name: Path<V>) => (errors as Record<string, { message?: string } | undefined>)[name]?.message,
    submit: form.handleSubmit(store),
    bar: {
      ...{ isDirty, isSaving: isSubmitting, refusal },
      onDiscard() {
        setRefusal(undefined)
        form.reset(stored)
      },
    },
  }
}
