import { giveBack } from '../../limits/allowances.ts'
import type { Limit } from '../../limits/attempts.ts'
import type { Db } from '../../database/db.ts'
import { insist } from '../../database/insist.ts'
import type { Step } from '../claim-queries.ts'
import { rollback } from '../queries.ts'
import type { Handing } from './ahead.ts'

/** How far an attempt came, also one that throws in the end. */
export interface Going {
  /** Whether its last byte may have gone. */
  isHanded: boolean
  /** What is stored of it. */
  ended?: Step
}

/** Gives back what was counted of a message that did not go: also of one that could not be handed over. */
export async function counted(
  deps: Handing,
  { own, going, taken }: { own: Db; going: Going; taken: Limit[] },
  isUndone: (step: Step) => boolean,
  act: () => Promise<Step>,
): Promise<Step> {
  let step: Step | undefined
  try {
    return (step = await act())
  } finally {
    // A claim that is open would hold the row for as long as this insists.
    if (step === undefined) await rollback(own).catch(() => {})
    step ??= going.ended
    if (step === undefined ? !going.isHanded : isUndone(step))
      await insist(() => giveBack(deps.db, [taken]), deps)
  }
}
