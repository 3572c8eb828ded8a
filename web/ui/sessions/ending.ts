import { isOwnAnswer } from '../delivery/own-answer.ts'

/** Sessions that ended here, and of which the server is still to hear. */
interface Ending {
  path: '/api/auth/logout' | '/api/admin/logout'
  token: string
}

const KEY = 'enpunto.ending'
// In the tab only: on a shared computer nothing that opens the account outlives the window.
const all = () => attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Ending[]) ?? []
const put = (endings: Ending[]) =>
  attempt(() =>
    endings.length > 0
      ? sessionStorage.setItem(KEY, JSON.stringify(endings))
      : sessionStorage.removeItem(KEY),
  )

/** Ends a session on the server: now or, without an answer, when the network is back, the tab's next page starts or somebody signs in there. */
export function endOnServer(path: Ending['path'], token: string) {
  put([...all(), { path, token }])
  void send({ path, token })
}

/** Ends those of which the server did not hear. */
export const endLeftOver = () => all().forEach((ending) => void send(ending))
if (typeof window !== 'undefined') addEventListener('online', endLeftOver)

async function send({ path, token }: Ending) {
  const headers = { authorization: `Bearer ${token}` }
  // It outlives its page: whoever signs out closes the window next.
  const sent = fetch(path, { method: 'POST', keepalive: true, headers })
  const isHeard = async (answer: Response) =>
    [200, 401].includes(answer.status) && isOwnAnswer(answer.status, await answer.json())
  if (await sent.then(isHeard).catch(() => false)) put(all().filter((one) => one.token !== token))
}

/** Browsers may deny storage; what could not be sent is then lost. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
