import { slugError } from '#domain/slug.ts'
import { useEffect, useState } from 'react'
import { ownerApi } from '../../account/session.ts'

const DEBOUNCE_MS = 300

export interface SlugCheck {
  slug: string
  available: boolean
  reason: string | null
  suggestion: string | null
}

/**
 * Whether others have this address: asked while the owner types, once they pause. Undefined while it is not known;
 * for the own address, an empty and an impossible one there is nothing to ask.
 */
export function useSlugCheck(slug: string, own: string) {
  const [check, setCheck] = useState<SlugCheck>()
  const isAsked = slug !== '' && slug !== own && !slugError(slug)
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    const timer = setTimeout(() => {
      ownerApi.get<SlugCheck>(`/api/businesses/slug-available?slug=${encodeURIComponent(slug)}`).then(
        (answer) => isWanted && setCheck(answer),
        // Saving will tell.
        () => isWanted && setCheck(undefined),
      )
    }, DEBOUNCE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [slug, isAsked])
  const known = isAsked && check?.slug === slug ? check : undefined
  return { check: known, isChecking: isAsked && !known }
}

/** As one types: small letters without accents, hyphens for spaces. What else is wrong is said, not swallowed. */
export const typedSlug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
