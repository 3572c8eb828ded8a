import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// In a task of its own: together with reading the scripts it would be a long one, in which no tap is heard. A message
// comes at once; a timer would wait behind those that the page has set.
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => {
  port1.close()
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}
port2.postMessage(undefined)
