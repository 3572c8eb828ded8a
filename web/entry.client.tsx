import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// In a task of its own: together with reading the scripts it would be a long one, in which no tap is heard.
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  }),
)
