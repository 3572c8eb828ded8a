import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast.tsx'
import { setApart, unmergeClients } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { Link } from '../../parts/link.tsx'
import { useSentOnce } from '../../parts/once/use-key.ts'
import { cardAt } from '../client-table.tsx'

/** What was said of two cards, and how it is taken back. */
export type Done = { key: string; name: string; other: string } & (
  { what: 'merged'; merge_id: number; kept: number } | { what: 'apart'; cards: number[] }
)

/** What was just done, the latest first, each to be taken back. */
export function DoneList({ done, onUndone }: { done: Done[]; onUndone: (key: string) => void }) {
  return (
    <ul className="dup-done" aria-live="polite" aria-label="Lo que hiciste">
      {done.map((one) => (
        <li key={one.key} tabIndex={-1}>
          <Icon d={check} />
          <span className="grow">
            {one.what === 'merged' ? (
              <>
                Uniste {one.other} a la ficha de <Link to={cardAt(one.kept)}>{one.name}</Link>.
              </>
            ) : (
              `${one.name} y ${one.other} son dos personas.`
            )}
          </span>
          <Undo done={one} onUndone={() => onUndone(one.key)} />
        </li>
      ))}
    </ul>
  )
}

function Undo({ done, onUndone }: { done: Done; onUndone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const separate = useSentOnce(unmergeClients)
  async function undo() {
    if (isBusy) return
    setBusy(true)
    try {
      if (done.what === 'merged') await separate(done.merge_id)
      else await setApart(done.cards, false)
      onUndone()
    } catch (error) {
      toast.error(failureText(error, 'Error al deshacer'))
      setBusy(false)
    }
  }
  return (
    <button type="button" className="link" aria-disabled={isBusy} onClick={() => void undo()}>
      Deshacer
      <span className="sr">
        , {done.name} y {done.other}
      </span>
    </button>
  )
}
