import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DATA_ID } from '../../alone/names.ts'
import { listenBeforeRouter } from '../../ui/back/entries.ts'
import { inOwnTask } from '../../ui/own-task.ts'
import { loadAfterChoice } from '../booking/wizard.tsx'
import type { Shown } from './booking-page.tsx'
import { BookingDocument } from './document.tsx'

// Wakes the page that the server drew.
listenBeforeRouter()

// Otherwise, evaluating the scripts and hydrating would form one long task, during which taps are ignored.
inOwnTask(() => {
  const shown = JSON.parse(document.getElementById(DATA_ID)!.textContent) as Shown
  const wake = () =>
    startTransition(() => {
      hydrateRoot(document, <BookingDocument {...shown} />)
    })
  // Awake, a later step without its script would be drawn as nothing: until that comes what the server drew stands, and its forms
  // do.
  const isLater = document.querySelector('main.sheet:not(.later), main.legal-page') === null
  if (isLater) void loadAfterChoice().then(wake)
  else wake()
})
