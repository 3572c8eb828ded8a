import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The library's own worker module would bundle Node's key derivation.
handler({ deriveKey })
