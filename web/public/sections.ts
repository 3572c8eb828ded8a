import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Parts of the landing page that the navigation leads to. */
export type Section = 'features' | 'pricing'

/** Long enough for the landing page to be there. */
const ARRIVAL_MS = 100
/** On a slow phone it may take longer. */
const ATTEMPTS = 30

/** Link properties of a section: scrolls to it, from another page after going home. Works without script too. */
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

/** Whether the section is there. */
function scrollTo(section: Section): boolean {
  const target = document.getElementById(section)
  target?.scrollIntoView()
  // For those who do not see the page move.
  target?.focus({ preventScroll: true })
  return target !== null
}
