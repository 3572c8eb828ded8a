import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Sections of the landing page that the navigation links to. */
export type Section = 'features' | 'pricing'

/** Enough time for the landing page to render. */
const ARRIVAL_MS = 100
/** Slow phones may need longer. */
const ATTEMPTS = 30

/**
 * Link properties of a section: scrolls to it, after navigating home from another page. Works without script
 * too.
 */
export function useSection(): (section: Section) => {
  href: string
  onClick: (event: MouseEvent) => void
} {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (section) => ({
    href: `/#${section}`,
    async onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      if (pathname === '/') return void scrollTo(section)
      await navigate('/')
      setTimeout(arrive, ARRIVAL_MS, section, ATTEMPTS)
    },
  })
}

function arrive(section: Section, attempts: number) {
  if (!scrollTo(section) && attempts > 0) setTimeout(arrive, ARRIVAL_MS, section, attempts - 1)
}

/** Whether the section exists on the page. */
function scrollTo(section: Section): boolean {
  const target = document.getElementById(section)
  target?.scrollIntoView()
  // Moves the focus too, for people who do not see the page scroll.
  target?.focus({ preventScroll: true })
  return target !== null
}
