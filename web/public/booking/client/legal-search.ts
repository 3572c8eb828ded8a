import { policyVersion } from '#domain/policy-name.ts'

/** The page of a legal text; of the policy, the version that the consent names. */
export const legalSearch = (search: string, name: 'terminos' | 'datos', policy: string): string =>
  `${search}&ver=${name}${name === 'datos' ? `&version=${policyVersion(policy) ?? ''}` : ''}`
