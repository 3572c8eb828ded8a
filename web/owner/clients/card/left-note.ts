import { useState } from 'react'
import { queryClient } from '../../data/client.ts'
import { useDraft, useOpenDraft } from '../../draft/use-draft.ts'

const NAME = 'nota'

/** What was typed for a client and not stored yet: another tab of the card, or the list, takes its form from the screen. */
const typedKey = (client: number) => ['typed note', client]

const typedFor = (client: number) => queryClient().getQueryData<string>(typedKey(client)) ?? ''

/** What was being typed for a client whose card went meanwhile: the browser alone still has it. */
export function useTypedNote(client: number | undefined): string {
  const [text] = useState(() => (client === undefined ? '' : typedFor(client)))
  return text
}

/**
 * The text of a client's new note, which outlives its form, and the session; `isKept` is false for what must not stay in the
 * browser.
 */
export function useLeftNote(client: number, isKept: boolean) {
  const [text, setText] = useState(() => typedFor(client))
  function write(text: string, keeps = isKept) {
    queryClient().setQueryDefaults(['typed note'], { gcTime: Infinity })
    queryClient().setQueryData(typedKey(client), keeps ? text : '')
    setText(text)
  }
  useDraft({
    name: isKept ? NAME : undefined,
    row: client,
    typed: (): Record<string, unknown> => (text.trim() === '' ? {} : { text }),
    put: ({ text }) => write(String(text)),
  })
  return [text, write] as const
}

/** Opens the notes of the client whose note was being written when the session ended. */
export function useOpenNote(client: number, isReady: boolean, open: () => void) {
  useOpenDraft(NAME, isReady, (id) => {
    if (id === client) open()
  })
}
