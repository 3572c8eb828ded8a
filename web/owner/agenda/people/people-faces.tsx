import { type RefObject, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { imageSrc } from '../../../ui/image-src.ts'
import { initialsOf, shortNames } from '#domain/team-names.ts'
import './people-faces.css'
import type { People } from './use-people.ts'

interface Props {
  people: People
  business: number
  /** The day by professional, where a face leads to its column; false where it shows and hides somebody's cards. */
  grid: RefObject<HTMLDivElement | null> | false
}

/** On phones: the team by their faces, where it is looked at one by one. */
export function Faces({
  view: { isByPerson, isLarge },
  professionals,
  grid,
  ...rest
}: Props & { view: { isByPerson: boolean; isLarge: boolean }; professionals: unknown }) {
  if (!professionals) return <FacesPlace business={rest.business} />
  return (isByPerson || isLarge) && <PeopleFaces {...rest} grid={isByPerson && grid} />
}

function PeopleFaces({ people: { all, shown, hidden, toggle }, business, grid }: Props) {
  const names = shortNames(all)
  const letters = initialsOf(all)
  const { seen, show } = useSeen(grid, shown)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => keepHeight(business, row.current!.getBoundingClientRect().height), [business, all])
  const first = shown.find(({ id }) => seen.has(id))?.id
  useEffect(() => {
    const face = row.current?.querySelector<HTMLElement>(`[data-face="${first}"]`)
    // By hand: scrollIntoView would move the page too.
    if (face) row.current!.scrollTo({ left: face.offsetLeft - row.current!.offsetLeft - 12 })
  }, [first])
  return (
    <div ref={row} className="pfaces" role="group" aria-label="Ver la agenda de">
      {(grid ? shown : all).map(({ id, professional_name, avatar_url }) => (
        <button
          key={id}
          type="button"
          data-face={id}
          aria-pressed={grid ? seen.has(id) : !hidden.has(id)}
          onClick={() => (grid ? show(id) : toggle(id))}
        >
          <Avatar
            name={professional_name}
            letters={letters.get(id)}
            src={imageSrc(avatar_url, 160)}
            size="sm"
          />
          <span>{names.get(id)}</span>
        </button>
      ))}
    </div>
  )
}

/** Their place while the team is on its way, as high as they were here the last time: the day below it would move. */
function FacesPlace({ business }: { business: number }) {
  const [height] = useState(() => keptHeight(business))
  // Where faces follow they keep their own.
  useEffect(() => () => keepHeight(business, 0), [business])
  return height > 0 && <div className="pfaces" style={{ height }} aria-hidden="true" />
}

const keyOf = (business: number) => `enpunto.agenda.faces.${business}`

function keptHeight(business: number): number {
  try {
    return Number(localStorage.getItem(keyOf(business))) || 0
  } catch {
    return 0
  }
}

function keepHeight(business: number, height: number) {
  try {
    localStorage.setItem(keyOf(business), String(height))
  } catch {
    // Storage is denied: the day moves once.
  }
}

const NOBODY: ReadonlySet<number> = new Set()
/** Part of a column that must be in sight for somebody to be looked at. */
const ENOUGH = 0.6

/** Whose columns are in sight, and what brings somebody's there. */
function useSeen(grid: Props['grid'], shown: People['shown']) {
  const [seen, setSeen] = useState(NOBODY)
  useEffect(() => {
    if (!grid) return setSeen(NOBODY)
    const heads = [...grid.current!.querySelectorAll<HTMLElement>('.phead:not(.corner)')]
    const idOf = (head: Element) => shown[heads.indexOf(head as HTMLElement)]!.id
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen((before) => {
          const next = new Set(before)
          for (const { target, intersectionRatio } of entries)
            if (intersectionRatio >= ENOUGH) next.add(idOf(target))
            else next.delete(idOf(target))
          return next
        }),
      { root: grid.current!.parentElement, threshold: ENOUGH },
    )
    setSeen(NOBODY)
    for (const head of heads) observer.observe(head)
    return () => observer.disconnect()
  }, [grid, shown])
  const show = (id: number) => {
    if (!grid) return
    const [axis, ...heads] = grid.current!.querySelectorAll<HTMLElement>('.phead')
    const head = heads[shown.findIndex((one) => one.id === id)]!
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    grid.current!.parentElement!.scrollTo({ left: head.offsetLeft - axis!.offsetWidth, behavior })
  }
  return { seen, show }
}
