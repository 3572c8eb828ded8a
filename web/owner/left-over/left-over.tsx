import { counted } from '#domain/numbers.ts'
import type { SessionBusiness } from '../../account/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import { onDemand } from '../../ui/loading/on-demand.tsx'
import {
  endLeftOver,
  followLeftOver,
  leftOverQuery,
  showLeftOver,
  standing,
} from '../data/left-over/left-over.ts'
import { useLive } from '../data/live.ts'
import { PAUSE_MS } from '../data/stale.ts'
import { unsettledOf } from '../data/left-over/unsettled.ts'
import { useClock } from '../parts/use-clock.ts'
import './left-over.css'

const LeftOverDialog = onDemand(
  () => import('./left-over-dialog.tsx'),
  (file) => file.LeftOverDialog,
)

/** On every screen: the appointments that a change left without their time, or a reminder that there are some. */
export function LeftOver({ business: { id, timezone } }: { business: SessionBusiness }) {
  const now = useClock(timezone)
  const isAsked = useRef(false)
  useEffect(() => {
    const unsettled = isAsked.current ? [] : unsettledOf(id)
    isAsked.current = true
    if (unsettled.length > 0)
      void import('./ask-again.ts').then(({ askAgain }) => askAgain(unsettled, now)).catch(() => {})
  }, [id, now])
  const { data: left } = useQuery(leftOverQuery())
  const isLeft = Boolean(left)
  useEffect(() => (isLeft ? followLeftOver() : undefined), [isLeft])
  if (!left || left.list.length === 0) return null
  const count = standing(left).length
  return (
    <>
      <Freeing changes={left.changes} />
      {left.isOpen ? (
        <LeftOverDialog left={left} timezone={timezone} onClose={() => showLeftOver(false)} />
      ) : (
        count > 0 && (
          <div className="left-pill" role="status">
            <span>{counted(count, 'cita')} por resolver</span>
            <button type="button" className="btn btn-sm" onClick={() => showLeftOver(true)}>
              Ver
            </button>
            <button type="button" className="x" aria-label="Dejarlas como están" onClick={endLeftOver}>
              <Icon d={close} />
            </button>
          </div>
        )
      )}
    </>
  )
}

/** Asks who has their time again after every change, made here or elsewhere. */
function Freeing({ changes }: { changes: number }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, PAUSE_MS)
  })
  useEffect(ask, [changes])
  return null
}

const ask = () =>
  void import('../data/left-over/freed.ts').then(({ askWhoIsFreed }) => askWhoIsFreed()).catch(() => {})
