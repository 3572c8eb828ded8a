import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { inOwnTask } from './ui/own-task.ts'

// Together with reading the scripts it would be one long task, in which no tap is heard.
inOwnTask(() =>
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  }),
)
