import { slugError } from '#domain/slug.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { slugQuery } from '../../data/business.ts'

const DEBOUNCE_MS = 300

/**
 * Whether another business has this address, checked when typing pauses. Undefined while unknown; not checked
 * for the own address or an invalid one. If the check fails, saving will tell.
 */
export function useSlugCheck(slug: string, own: string) {
  const isAsked = slug !== '' && slug !== own && !slugError(slug)
  const isPaused = usePaused(slug) === slug
  const { data, isError } = useQuery({ ...slugQuery(slug), enabled: isAsked && isPaused })
  const check = isAsked && isPaused ? data : undefined
  return { check, isChecking: isAsked && !check && !isError }
}

/** The text at the last pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/**
 * Normalises typed text: lower case without accents, hyphens for spaces. Other errors are shown, not removed.
 */
export const typedSlug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
