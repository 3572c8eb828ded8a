/**
 * The back button (Android's gesture, iOS's swipe, the browser's own) closes what is open above the page
 * instead of leaving the page: docs/decisions/0023.
 *
 * Each open dialog has one entry in the history, with the page's address and `above`: how many are open. The
 * router does not see them: it neither hears of steps between them nor puts a page above one.
 */

/** Something open; `close` answers true when it stays open after all, because it asks first. */
interface Opened {
  close: () => boolean | void
}

interface Entry {
  /** The router's own numbering of pages. */
  idx?: number
  above?: number
}

const opened: Opened[] = []
/** The page below as it is now; set while it has changed beneath an open dialog. */
let below: { state: unknown; url: string } | undefined
/** A step of our own is under way. */
let stepping: 'none' | 'under way' | 'overtaken' = 'none'
let page: number | undefined
/**
 * How many entries a page found when it was loaded, of dialogs that were open before. They are kept for the
 * next dialogs, and passed over by a step back: one that a page makes while it loads may lead off the page.
 */
let leftOver = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Makes the back button close it. Returns what to call when it is closed. */
export function closedByBack(close: Opened['close']): () => void {
  const one = { close }
  opened.push(one)
  settleSoon()
  return () => {
    remove(one)
    settleSoon()
  }
}

function remove(one: Opened) {
  const at = opened.indexOf(one)
  if (at >= 0) opened.splice(at, 1)
}

const entry = () => (history.state ?? {}) as Entry
const above = () => entry().above ?? 0

/** Later, so that a dialog that gives way to another changes nothing, and a link followed meanwhile goes first. */
function settleSoon() {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

/** Brings the history to as many entries as things are open. */
function settle() {
  if (stepping !== 'none') return
  const [have, want] = [above(), Math.max(opened.length, leftOver)]
  for (let n = have + 1; n <= want; n++) plain.push({ ...entry(), above: n }, '')
  if (have > want) step(want - have)
}

function step(by: number) {
  stepping = 'under way'
  history.go(by)
}

function stepped() {
  const wasOvertaken = stepping === 'overtaken'
  stepping = 'none'
  // A page was opened in the meantime: back to it.
  if (wasOvertaken) return step(1)
  if (above() === 0 && below) {
    plain.replace(below.state, '', below.url)
    below = undefined
  }
  settleSoon()
}

function onPop(event: PopStateEvent) {
  if (stepping !== 'none') {
    event.stopImmediatePropagation()
    return stepped()
  }
  const wasPage = page
  page = entry().idx
  settleSoon()
  // To or from another page: the router's.
  if (page !== wasPage) {
    below = undefined
    leftOver = 0
    return
  }
  event.stopImmediatePropagation()
  const isPassedOver = above() < leftOver && opened.length <= above()
  leftOver = Math.min(leftOver, above())
  if (isPassedOver) return history.back()
  for (const one of opened.slice(above()).reverse()) if (!one.close()) remove(one)
}

const plain = {
  push: (..._: Parameters<History['pushState']>) => {},
  replace: (..._: Parameters<History['replaceState']>) => {},
}

/** Who writes a state often begins with the present one, which may be that of an open dialog. */
function ofPage(state: Entry | null): Entry | null {
  if (state?.above === undefined) return state
  const { above: _, ...own } = state
  return own
}

/** Call it before the router listens: of the window's listeners the first one is heard first. */
export function listenBeforeRouter() {
  plain.push = history.pushState.bind(history)
  plain.replace = history.replaceState.bind(history)
  page = entry().idx
  // What is opened from a dialog takes its entry, so that back leads from there to the page below.
  history.pushState = (given, unused, url) => {
    const state = ofPage(given)
    if (stepping !== 'none') stepping = 'overtaken'
    if (above() > 0) plain.replace(state, unused, url)
    else plain.push(state, unused, url)
    below = undefined
    leftOver = 0
    page = entry().idx
    settleSoon()
  }
  // The page below an open dialog changes its address: told to its own entry when the dialog is closed.
  history.replaceState = (given, unused, url) => {
    const state = ofPage(given)
    const n = above()
    plain.replace(n > 0 ? { ...state, above: n } : state, unused, url)
    if (n > 0) below = { state, url: location.href }
    page = entry().idx
  }
  addEventListener('popstate', onPop)
  // A reload with a dialog open.
  leftOver = above()
}
