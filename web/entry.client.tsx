import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { listenBeforeRouter } from './ui/back/entries.ts'
import { inOwnTask } from './ui/own-task.ts'

listenBeforeRouter()

// Otherwise, evaluating the scripts and hydrating would form one long task, during which taps are ignored.
inOwnTask(() =>
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  }),
)
