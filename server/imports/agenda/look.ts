import type { AgendaTarget } from '#domain/import/agenda-columns.ts'
import type { AgendaChoices } from '#domain/import/agenda.ts'
import { countryOfPhone } from '#domain/phone.ts'
import type { BusinessId } from '../../accounts/owner.ts'
import { phoneOf } from '../../businesses/owner-queries.ts'
import type { Tx } from '../../database/db.ts'
import { AT_ONCE } from '../look.ts'
import { noteOutcomes, rowsAfter, updateImport, type Judged } from '../queries.ts'
import { judging, type Judgement } from './judge.ts'
import { placeOf, settle } from './place.ts'

interface Asked {
  import_id: number
  headings: string[]
  mapping: AgendaTarget[]
  choices: AgendaChoices
  nowMs: number
}

/** Notes of each row of a draft what importing it would do, by the names and choices as they are now. */
export async function lookThroughAgenda(
  tx: Tx,
  owner: BusinessId,
  { import_id, headings, mapping, choices, nowMs }: Asked,
): Promise<void> {
  const iso = countryOfPhone(await phoneOf(tx, owner))
  const agenda = await settle(tx, owner, import_id, { mapping, headings, iso }, choices)
  await updateImport(tx, owner, import_id, {
    mapping: JSON.stringify(mapping),
    agenda: JSON.stringify(agenda),
  })
  const judge = judging(tx, await placeOf(tx, owner, { columns: headings, mapping, agenda }, nowMs))
  for (let reached = 0; ;) {
    const rows = await rowsAfter(tx, owner, import_id, reached, AT_ONCE)
    if (rows.length === 0) return
    await noteOutcomes(tx, owner, import_id, outcomesOf(await judge(rows)))
    reached = rows.at(-1)!.n
  }
}

export const outcomesOf = ({ ready, wrong, known }: Judgement): Judged[] => [
  ...ready.map(({ n }) => ({ n, outcome: 'new' as const })),
  ...known.map(({ n, appointment_id, card_id }) => ({
    n,
    outcome: appointment_id === undefined ? ('again' as const) : ('known' as const),
    card_id: card_id ?? undefined,
  })),
  ...wrong.map((each) => ({ ...each, outcome: 'error' as const })),
]
