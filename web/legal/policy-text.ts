import type { Answer } from '#domain/api/calls.ts'
import { dayMonth } from '#domain/dates.ts'
import { POLICY_TITLE } from '#domain/policy-name.ts'
import type { LegalText } from './legal-text.ts'

type Policy = Answer<'GET /api/businesses/public/slug/:slug/policy'>['policy']

/** A version of a business's data policy as it is shown. */
export const policyText = ({ sections, since_date, version }: Policy): LegalText => ({
  title: POLICY_TITLE,
  updated: `${dayMonth(since_date)} de ${since_date.slice(0, 4)} (versión ${version})`,
  sections,
})
