import { ANY, INCOMPLETE_CHOICE, maybeOwn } from '#domain/choice.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { searchOf, stepOf } from '../business/address.ts'
import type { BookingData, Choice, Slot } from '../business/types.ts'
import { isComplete } from './choose/choose.ts'
import { termsIn } from './choose/terms.ts'
import { useChoice } from './choose/use-choice.ts'
import { isSame } from './choose/use-days.ts'
import type { Client } from './client/client.ts'
import { useClient } from './client/use-client.ts'
import { useConfirmation } from './done/use-confirmation.ts'
import type { Posted } from './submit.ts'
import { hasEmail, isSameClient } from './unresolved.ts'
import { useAddress } from './use-address.ts'
import { type LoadSending, useSending } from './use-sending.ts'
import { useStep } from './use-step.ts'

const ANYBODY = { professional_name: 'Sin preferencia' }

export type Booking = ReturnType<typeof useBooking>

/** What comes with the steps after the choice. */
export interface Later {
  sending: LoadSending
  /** It did not come, on a bad network or since the page was built anew. */
  isLost(): boolean
  /** What was typed before the page's script was awake, which waits for what the step needs; the draft fills what it left empty. */
  typedEarly(draft: Client | undefined): Client | undefined
}

/**
 * The wizard: joins what is chosen, the client's details and the attempt to book, and walks through the steps.
 * `posted` is the result of a form submitted without script.
 */
export function useBooking(
  data: BookingData,
  posted: Posted | undefined,
  renew: () => Promise<void>,
  later: Later,
) {
  const { business, services, professionals } = data
  const address = useAddress(business.id, data.search)
  const onGone = useRef<(reason?: string) => void>(() => {})
  const isOwn = useRef<(choice: Choice) => boolean>(() => false)
  const chosen = useChoice(data, posted, onGone, isOwn)
  const details = useClient(data, posted)
  const confirmation = useConfirmation(data, address.now.search, posted, later.sending)
  const [failure, setFailure] = useState(posted?.failure)
  // The first step says it where the choice went with it.
  const [reason, setReason] = useState(
    isComplete(data.choice) || posted?.isSent ? undefined : posted?.failure,
  )
  const offered = useRef(data.services)
  const { choice, now } = chosen
  const { client, approved } = details
  const { confirmed } = confirmation
  const hasConfirmation = Boolean(confirmed ?? confirmation.finding)
  const { step, go, back } = useStep(address, posted, { choice, approved, hasConfirmation })

  const sending = useSending(data, posted, later.sending, details.drafted, {
    onBooked(appointment, token, sent, isRepeated) {
      const offered = services.find(({ id }) => id === sent.choice.service)
      const shown = offered && termsIn(offered, sent.choice)
      confirmation.booked({ appointment, token, shown, from: searchOf(sent.choice, 'confirmar') })
      details.clearDraft()
      // Whoever goes back meanwhile can change them.
      const isLate = !isSameClient(sent.client, client)
      // Nothing is said of details that may not be those that stand.
      if (sent.isCorrected || isLate) details.begin()
      // The booked time is no longer free, even for its own client: going back must not offer it again.
      // With the confirmation: until that shows, the first step would.
      startTransition(() => void chosen.dropTime())
      void later.sending().then(({ sayBooked, sayFormer }) => {
        // Its answer is the first one: it may have been moved or cancelled since.
        if (isRepeated) void confirmation.find(sayBooked)
        else sayBooked()
        if (isLate) sayFormer()
      })
      go('lista', choice, { replace: true, appointment: appointment.id })
    },
    onTaken(nearest, sentence) {
      const own = sending.unresolved().find((other) => other.choice.date === choice.date)
      go('cita', chosen.dropTime(nearest, own ? maybeOwn(hasEmail(own.client)) : sentence))
    },
    onVanished: vanished,
    onFailed: setFailure,
    onInvalid(fields, sent) {
      setFailure(undefined)
      details.refuse(fields, sent)
      go('datos', choice)
    },
    onResume(choice, client, isAsked) {
      if (isAsked) sayDoubt(choice, client)
      chosen.resume(choice)
      details.resume(client)
      go('confirmar', choice, { replace: true })
    },
  })

  /** Leads back to the first step, with the reason, and fetches what can be booked now. */
  function vanished(reason: string) {
    setReason(reason)
    go('cita', chosen.dropTime())
    void renew()
  }

  /** What is in doubt before it is sent: whether and with which details it is booked already, and what became of another one. */
  function sayDoubt(next: Choice, client: Client) {
    void later.sending().then(({ doubtOf }) => setFailure(doubtOf(sending.unresolved(), next, client)))
  }

  // Said once: if it is still offered after that, the free times alone could not be had.
  onGone.current = (said = 'Este profesional no está disponible') => {
    if (!reason) vanished(said)
  }

  isOwn.current = (choice) => sending.unresolved().some((one) => isSame(one.choice, choice))

  // What is offered has changed: what is not in it any more is no choice.
  const followOffer = useEffectEvent(() => {
    if (data.services !== offered.current) void chosen.choose(choice, true)
    offered.current = data.services
  })
  useEffect(() => followOffer(), [data.services])

  /** Restores choices made before this script loaded, and those of an earlier visit. */
  const takeOver = useEffectEvent(() => {
    const early = posted ? undefined : later.typedEarly(details.drafted())
    if (early) details.keepDraft(early, {})
    else details.restore()
    // What a form booked is kept as what this script books.
    if (posted?.confirmed) {
      confirmation.booked(posted.confirmed)
      details.clearDraft()
    }
    // A time ticked before this script loaded.
    const ticked = document.querySelector<HTMLInputElement>('input[name=hora]:checked')?.value
    if (ticked) chosen.chooseTime(ticked)
    // Whoever types again wants another one.
    const booked = details.drafted() ? undefined : confirmation.bookedFrom(location.search)
    if (booked) go('lista', choice, { replace: true, appointment: booked })
    const requestedStep = stepOf(location.search)
    if (requestedStep === 'lista') void findConfirmation()
    // The address of a later step whose time is taken or past leads back to the choice, with the reason.
    else if (requestedStep !== 'cita' && !posted && !isComplete(data.choice) && !sending.hasAttempt())
      toast.error(INCOMPLETE_CHOICE, FOUR_SECONDS)
  })

  async function findConfirmation() {
    // A page that the browser kept for long says what stood when it was drawn.
    if ((await confirmation.find()) || posted) return
    void later.sending().then(({ sayGone }) => sayGone())
    go('cita', choice, { replace: true })
  }

  // Runs once, after hydration.
  useEffect(() => takeOver(), [])

  /** Also of a step that is gone back to: its entry of the history names what was chosen then. */
  const sayChoice = useEffectEvent(() => address.amend(searchOf(choice, step)))
  useEffect(() => {
    // The address of a confirmation stays as it is until it is known that there is none.
    if (stepOf(location.search) !== 'lista') sayChoice()
  }, [step, choice, address.now])

  const followClock = useEffectEvent(() => {
    if (step === 'cita') chosen.followClock()
  })
  // Every minute, and on return to the tab.
  useEffect(() => followClock(), [now])

  const service = services.find(({ id }) => id === choice.service)
  return {
    ...chosen,
    ...details,
    data,
    confirmed,
    finding: confirmation.finding,
    findConfirmation,
    renewConfirmation: () => void confirmation.find(),
    correctedTo: confirmation.correctedTo,
    step,
    sending,
    service,
    /** What it costs and takes, as far as it is chosen. */
    terms: service && termsIn(service, choice),
    professional:
      choice.professional === ANY ? ANYBODY : professionals.find(({ id }) => id === choice.professional),
    closedDays: business.schedules.filter((day) => !day.is_open).map((day) => day.day_of_week),
    idempotencyKey: posted?.key,
    isSent: posted?.isSent,
    failure,
    reason,
    /** Without script, the forms of the first step carry nothing of what was typed. */
    isPosted: Boolean(posted),
    back,

    /** Books a free time near the one that was taken: everything else is already known. */
    takeAlternative(slot: Slot) {
      const next = chosen.takeAlternative(slot)
      sayDoubt(next, client)
      go(approved ? 'confirmar' : 'datos', next)
    },

    toClient() {
      setReason(undefined)
      setFailure(undefined)
      // The server draws the step where its script does not come; without a network it comes with that.
      if (isComplete(choice) && later.isLost() && navigator.onLine) location.assign(searchOf(choice, 'datos'))
      else if (isComplete(choice)) go('datos', choice)
      else toast.error(INCOMPLETE_CHOICE, FOUR_SECONDS)
    },

    /** Goes to step 3 when nothing is wrong; otherwise shows what is. */
    toConfirm(typed: Client, wrong: FieldErrors) {
      sayDoubt(choice, typed)
      if (details.approve(typed, wrong)) go('confirmar', choice)
    },

    toStart() {
      setFailure(undefined)
      go('cita', choice)
    },

    confirm() {
      setFailure(undefined)
      if (isComplete(choice)) void sending.send(choice, client)
    },

    startAgain() {
      chosen.clear()
      details.clear()
      confirmation.forget()
      go('cita', {})
    },
  }
}
