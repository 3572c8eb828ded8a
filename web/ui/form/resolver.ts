import type { FieldErrors as Sentences } from '#domain/fields.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** A form resolver for a rule of domain/: field → sentence, empty when there are no errors. */
export function resolverOf<V extends FieldValues>(rule: (values: V) => Sentences): Resolver<V> {
  return (values) => {
    const sentences = Object.entries(rule(values))
    if (sentences.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(
      sentences.map(([name, message]) => [name, { type: 'rule', message }]),
    ) as FieldErrors<V>
    return { values: {}, errors }
  }
}
