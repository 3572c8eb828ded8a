import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The library's own worker module would bundle Node's key derivation.
handler({ deriveKey })
// Tells the page that this script is here: what takes long from now on is the work.
self.postMessage('here')
