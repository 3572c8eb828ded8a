import { shortNames } from '#domain/team-names.ts'
import type { People, Person } from './use-people.ts'

interface Props {
  days: readonly string[]
  people: People
  /** Those who are not shown but have appointments that the filters match. */
  unseen: readonly Person[]
  /** Shows these; nobody: empties the filters. */
  onShow: (ids: number[]) => void
}

const listed = new Intl.ListFormat('es', { type: 'conjunction' })

/** What is said where the filters leave no card in sight. */
export function NoneFound({ days, people, unseen, onShow }: Props) {
  const names = shortNames(people.all)
  const ids = unseen.map(({ id }) => id)
  return (
    <p className="cal-none">
      {unseen.length > 0
        ? `Las citas con estos filtros están en la agenda de ${listed.format(ids.map((id) => names.get(id)!))}.`
        : `Con estos filtros no hay citas ${days.length > 1 ? 'en estos días' : 'este día'}.`}
      <button type="button" className="btn btn-3 btn-sm" onClick={() => onShow(ids)}>
        {unseen.length > 0 ? 'Mostrarlas' : 'Ver todas'}
      </button>
    </p>
  )
}
