import { Fragment, jsx, type Content, type Html } from '#emails/jsx-runtime'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createElement, Fragment as ReactFragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A tree that both can draw. */
type Tree = string | number | boolean | null | undefined | { tag: string; props: object; children: Tree[] }

const ours = (tree: Tree): Content =>
  typeof tree === 'object' && tree !== null
    ? jsx(tree.tag === '' ? Fragment : tree.tag, {
        ...tree.props,
        children: tree.children.map(ours),
      } as never)
    : tree

const reacts = (tree: Tree): ReactNode =>
  typeof tree === 'object' && tree !== null
    ? createElement(tree.tag || ReactFragment, tree.props, ...tree.children.map(reacts))
    : tree

const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(`<b>"O'Brien" & Cía.</b>`, '&amp;', '0'),
)
// A style that is only spaces, or begins with them, is none of ours.
const value = fc.constantFrom(`Figtree,'Segoe UI',sans-serif`, '14px 12px 0', '#ffffff', 'auto', '"<&>')
const style = fc.record(
  {
    fontFamily: value,
    backgroundColor: value,
    fontSize: fc.integer({ min: 0, max: 40 }),
    lineHeight: fc.constantFrom(0, 1, 1.5, '20px'),
    fontWeight: fc.constantFrom(400, 700),
    opacity: fc.constantFrom(0, 1),
    padding: fc.constantFrom(0, 12, '4px 0'),
  },
  { requiredKeys: [] },
)
const attributes = fc.record(
  {
    className: words,
    align: words,
    href: fc.constantFrom('https://enpunto.co/client?token=7.a&b', 'mailto:a@b.co', 'tel:+573001234567'),
    style,
  },
  { requiredKeys: [] },
)
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    words,
    fc.constantFrom(null, undefined, true, false, 0, 7, ''),
    fc.record({
      tag: fc.constantFrom('div', 'span', 'p', 'a', 'b'),
      props: attributes,
      children: fc.array(tie('tree'), { maxLength: 4 }),
    }),
    fc.record({
      tag: fc.constant(''),
      props: fc.constant({}),
      children: fc.array(tie('tree'), { maxLength: 4 }),
    }),
  ),
}))

test('mails are written as React writes them, byte for byte', () => {
  fc.assert(
    fc.property(tree, (one) => {
      const root: Tree = { tag: 'div', props: {}, children: [one] }
      assert.equal((ours(root) as Html).text, renderToStaticMarkup(reacts(root)))
    }),
    { numRuns: 500 },
  )
})

test('tags without an end have none', () => {
  const image = { src: '/a.png?b=1&c', alt: '', width: 44 }
  assert.equal(jsx('img', image).text, '<img src="/a.png?b=1&amp;c" alt="" width="44"/>')
  assert.equal(jsx('br', {}).text, '<br/>')
})

test('an address that runs something leads nowhere', () => {
  for (const href of ['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'java\nscript:x'])
    assert.equal(jsx('a', { href, children: 'x' }).text, '<a>x</a>')
})
