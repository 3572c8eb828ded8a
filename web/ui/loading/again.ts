let tries = 0

/**
 * Loads a file of script, once more if it does not come. A browser may remember for as long as the page is open that one
 * did not, and not ask again: by another fragment it is another one, of the same address.
 */
export async function again<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part | undefined,
): Promise<Part> {
  try {
    return pick(await load())!
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (!address) throw error
    const part = pick((await import(/* @vite-ignore */ `${address}#${++tries}`)) as Module)
    // In a file of several parts the names are the bundler's.
    if (part === undefined) throw error
    return part
  }
}
