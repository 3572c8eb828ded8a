/** After an update the file may not be there any more: a page loaded anew helps. */
export const LOST =
  'No pudimos abrir esta parte. Revisa tu conexión e inténtalo otra vez; si sigue igual, recarga la página.'

let tries = 0
/** The stylesheets that did not come. The bundler's helper asks for each once, and goes on without it from then on. */
const unstyled = new Set<string>()
if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') unstyled.add(target.href)
    },
    true,
  )

/**
 * Loads a file of script with its styles, once more if it does not come. A browser may remember for as long as the page is
 * open that one did not, and not ask again: by another fragment it is another one, of the same address.
 */
export async function again<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part | undefined,
): Promise<Part> {
  try {
    return pick(await styled(load))!
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (!address) throw error
    const part = pick((await import(/* @vite-ignore */ `${address}#${++tries}`)) as Module)
    // In a file of several parts the names are the bundler's.
    if (part === undefined) throw error
    return part
  }
}

/** Loads it when all its stylesheets are there. */
async function styled<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await load()
    if (unstyled.size === 0) return module
  } catch (error) {
    if (unstyled.size === 0) throw error
  }
  await Promise.all([...unstyled].map(style))
  return load()
}

/** Asks for a stylesheet once more. */
function style(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve(void unstyled.delete(href))
    link.onerror = () => {
      link.remove()
      reject(new Error(`No stylesheet ${href}`))
    }
    document.head.append(link)
  })
}
