import type { FieldErrors } from '#domain/fields.ts'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form'
import { ApiError } from '../../ui/api.ts'
import { resolverOf } from '../../ui/form/resolver.ts'
import { toast } from '../../ui/toast.tsx'
import { failureText, lostText, showRefusal } from './failures.ts'
import { queryClient } from '../data/client.ts'
import { useDraft } from '../draft/use-draft.ts'

/** An editable row: its version is incremented by every change. */
export interface Versioned {
  version: number
}

export interface Options<V extends FieldValues, Row extends Versioned> {
  /** The row in its cached version; undefined for a new one. */
  row: Row | undefined
  /** The row as form values; for a new one, the initial values. Field names are those of the row. */
  valuesOf: (row: Row | undefined) => V
  /** The rule of domain/ that validates the form; `base` is the row that it started with. */
  rule: (values: V, base: Row | undefined) => FieldErrors
  /** The toast of a failure without a sentence of its own. */
  failure: string
  /** When fields are first validated; by default on submission. */
  mode?: 'onTouched'
  /** The messages of a failure, in the toast and in the form; by default the server's sentence. */
  tell?: (error: unknown) => { toast: string; problem: string | undefined }
  /** Takes the row from the `current` of a refusal; by default it is the row. */
  currentOf?: (current: unknown) => Row
  /**
   * The row may be refreshed right after it is shown: until the first input, the form follows without a
   * notice.
   */
  isRenewed?: boolean
  /** What a new one says although nobody touched it, and keeps saying where it turns out to exist already. */
  said?: (values: V) => (keyof V & string)[]
  /** Under which name a form's input outlives the end of the session; a new one may turn out to exist already. */
  draft?: string | ((base: Row | undefined) => string)
  /** What that input is about, where it is not the form's row. */
  draftRow?: number
}

/** A field that was changed elsewhere while the form was open. */
export interface Elsewhere<V> {
  name: keyof V & string
  /** Its present value, as the form shows it. */
  now: V[keyof V]
  /** Whether it was changed in this form as well, which then keeps its input. */
  isMine: boolean
}

/**
 * A form over one row. Errors of domain/ and of the server show at their fields, and only changed fields are
 * sent. When the row is changed elsewhere meanwhile, the form takes over untouched fields, keeps edited ones,
 * and shows a notice.
 */
export function useRowForm<V extends FieldValues, Row extends Versioned>(options: Options<V, Row>) {
  const { row, valuesOf, rule, failure } = options
  const tell = options.tell ?? ((error) => ({ toast: failureText(error, failure), problem: lostText(error) }))
  const [base, setBase] = useState(row)
  const form = useForm<V>({
    defaultValues: valuesOf(row) as DefaultValues<V>,
    resolver: resolverOf((values) => rule(values, base)),
    ...(options.mode && { mode: options.mode }),
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const [elsewhere, setElsewhere] = useState<Elsewhere<V>[]>([])
  const [problem, setProblem] = useState<string>()

  /** Merges a change made elsewhere into the form. */
  function meet(now: Row) {
    const [before, after, typed] = [valuesOf(base), valuesOf(now), form.getValues()]
    const said = (base === undefined && options.said?.(typed)) || []
    const mine = namesOf(after).filter((name) => !isSame(typed[name], before[name]) || said.includes(name))
    const changed = namesOf(after).filter((name) => !isSame(before[name], after[name]))
    const told = changed.filter((name) => !isSame(typed[name], after[name]))
    setBase(now)
    form.reset(after)
    for (const name of mine) put(name, typed[name])
    if (options.isRenewed && mine.length === 0) return setElsewhere([])
    setElsewhere((earlier) => [
      ...earlier.filter(({ name }) => !changed.includes(name)),
      ...told.map((name) => ({ name, now: after[name], isMine: mine.includes(name) })),
    ])
  }

  /** Merges the present row of a refusal for an outdated version; of other failures nothing. */
  function meetIn(error: unknown) {
    const current = currentIn(error)
    if (current) meet((options.currentOf ?? ((row) => row as Row))(current))
  }

  const put = (name: keyof V & string, value: V[keyof V]) =>
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })

  useEffect(() => {
    // While a change of this form is being stored, its result may reach the cache before the form.
    if (row && base && row.version > base.version && !isSubmitting) meet(row)
  })

  /** Restarts the form from the stored row; with what was `sent`, keeps what was typed while that was on its way. */
  function stored(now: Row, sent?: V) {
    const typed = form.getValues()
    setBase(now)
    setElsewhere([])
    form.reset(valuesOf(now))
    for (const name of sent ? namesOf(sent) : [])
      if (!isSame(typed[name], sent![name])) put(name, typed[name])
  }

  /** Whether the form says something else than the row: what was typed while that was being stored. */
  function differsFrom(now: Row): boolean {
    const [after, typed] = [valuesOf(now), form.getValues()]
    return namesOf(after).some((name) => !isSame(typed[name], after[name]))
  }

  /** The names of the changed fields. */
  function changed(): (keyof V & string)[] {
    const [before, typed] = [valuesOf(base), form.getValues()]
    return namesOf(before).filter((name) => !isSame(typed[name], before[name]))
  }

  useDraft({
    name: typeof options.draft === 'function' ? options.draft(base) : options.draft,
    row: options.draftRow ?? (base as { id?: number } | undefined)?.id,
    typed: () => Object.fromEntries(changed().map((name) => [name, form.getValues()[name]])),
    put(typed) {
      const names = namesOf(valuesOf(base))
      for (const name of names) if (name in typed) put(name, typed[name] as V[keyof V])
    },
  })

  const submit = (send: (values: V) => Promise<void>) =>
    form.handleSubmit(async (values) => {
      setProblem(undefined)
      try {
        await send(values)
      } catch (error) {
        if (currentIn(error)) {
          toast.error(failureText(error, failure))
          return meetIn(error)
        }
        // Somebody deleted it meanwhile: the lists behind the form hear of it.
        if (base && error instanceof ApiError && error.status === 404) void queryClient().invalidateQueries()
        const told = tell(error)
        toast.error(told.toast)
        setProblem(told.problem)
        showRefusal(form, error)
      }
    })

  return {
    form,
    isDirty,
    isSubmitting,
    error: (name: keyof V & string) => errors[name]?.message as string | undefined,
    /** The row that the form started with; its version is sent with the changes. */
    base,
    stored,
    differsFrom,
    submit,
    meetIn,
    /** The changed fields of `body`. */
    changesIn: <Body extends object>(body: Body): Partial<Body> => {
      const names: string[] = changed()
      return Object.fromEntries(
        Object.entries(body).filter(([name]) => names.includes(name)),
      ) as Partial<Body>
    },
    elsewhere,
    /** Replaces the input of a field by its present value. */
    take: (name: keyof V & string) => {
      put(name, valuesOf(base)[name])
      setElsewhere((list) => list.map((one) => (one.name === name ? { ...one, isMine: false } : one)))
    },
    problem,
    setProblem,
  }
}

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[]
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The present row in a refusal for an outdated version. */
function currentIn(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return (error.body as { current?: unknown } | undefined)?.current
}
