import { normalForm } from '#domain/normal-form.ts'
import { nameWords } from '#domain/quick/names.ts'
import { MOST_WORDS, searchWords } from '#domain/search-words.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * A word of a search as `like` takes it: each sign means itself, but for an apostrophe, which is any one sign. An iPhone writes
 * D’Alessandro, and a keyboard D'Alessandro.
 */
export const likeWord = (text: string) => text.replace(/[\\%_]/g, '\\$&').replace(/['’‘ʼ´`]/g, '_')

/**
 * The words of a search: of a name without those that say nothing, such as 'de'. The database makes them plain as it made the
 * names.
 */
export const wordsOf = (q: string, by: 'name' | undefined) =>
  by === 'name'
    ? normalForm(q, 'NFC')
        .split(/[^\p{L}\p{M}\d]+/u)
        .filter((word) => nameWords(word).length > 0)
        .slice(0, MOST_WORDS)
    : searchWords(q)

/**
 * Whether a word of a plain name begins with this one of `wordsOf` a name, which has letters and digits alone; two letters are
 * the whole word, as `likeness` has it.
 */
export const beginsWordOf = (name: RawBuilder<unknown>, word: string) => sql<boolean>`
  ${name} ~ (select '(^|[^[:alnum:]])' || plain(${word}) || ${word.length === 2 ? '([^[:alnum:]]|$)' : ''})`
