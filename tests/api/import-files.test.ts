import { readList, type List } from '#server/imports/read/file.ts'
import { readFile } from '#server/imports/read/read.ts'
import { MARKUP, PDF, TOO_MUCH, Unreadable } from '#server/imports/read/unreadable.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, test } from 'node:test'
import { xlsx, zip } from '../zip.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../lists', name))
const rowsOf = ({ batches }: List) =>
  batches.flatMap((batch) => JSON.parse(batch) as [n: number, cells: string[]][])
const cellsOf = (list: List) => rowsOf(list).map(([, cells]) => cells)
const read = (content: string | Buffer, name = 'clientes.csv') =>
  readList(Buffer.from(content as string), name)
const targets = ({ guesses }: List) => guesses.map(({ target }) => target)
const refused = (content: string | Buffer, sentence?: string) =>
  assert.throws(
    () => read(content),
    (error) => error instanceof Unreadable && (sentence === undefined || error.message === sentence),
  )

describe('files made by LibreOffice', () => {
  for (const name of ['libreoffice.xlsx', 'libreoffice-utf16.csv', 'libreoffice-1252.csv'])
    test(`${name}: a title above, numbers, dates, several lines in a cell, and what begins like a formula`, () => {
      const list = read(file(name), name)
      assert.deepEqual(list.columns, ['Nombre completo', 'Tel. móvil', 'E-mail', 'F. nac.', 'Obs.', 'Puntos'])
      assert.deepEqual(targets(list), [
        'client_name',
        'client_phone',
        'client_email',
        'birthday',
        'note',
        'skip',
      ])
      assert.equal(list.guesses[4]!.is_sure, false, 'an allergy may be an alert')
      const rows = rowsOf(list)
      assert.deepEqual(
        rows.map(([n]) => n),
        [4, 5, 6, 7, 8, 9],
        'numbered as the spreadsheet shows them',
      )
      assert.deepEqual(rows[0]![1].slice(0, 5), [
        'Camila Rojas Muñoz',
        '3004128819',
        'camila.rojas@correo.example',
        '14/05/1991',
        'Alérgica a la acetona',
      ])
      assert.equal(rows[2]![1][4], '@oscar en Instagram')
      assert.deepEqual([rows[5]![1][0], rows[5]![1][4]], ['Añejo & Cía', 'Línea uno\nlínea dos'])
    })
})

describe('Excel', () => {
  test('numbers in full, dates, rich text, formulas by their value or as text, gaps, hidden sheets, prefixes', () => {
    const texts =
      '<si><t>Nombre</t></si><si><t>Celular</t></si><si><t>Nacimiento</t></si><si><r><t>Ana </t></r><r><rPr><b/></rPr><t xml:space="preserve">Ruiz &amp; Mu&#241;oz</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>'
    const sheet = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row>
      <row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" s="1"><v>3.001234567E9</v></c><c r="D3" s="2"><v>33372</v></c></row>
      <row r="4"><c r="A4" t="str"><f>B2&amp;"x"</f><v>Luz Mar</v></c><c r="B4" t="inlineStr"><is><t>300 123 45 67</t></is></c><c r="D4" s="3"><v>33372.5</v></c></row>
      <row r="5"><c r="A5"><f>1+1</f></c><c r="B5" t="e"><v>#REF!</v></c></row>`
    const list = read(xlsx(sheet, texts), 'Clientes AgendaPro.xlsx')
    assert.deepEqual([list.origin, list.columns], ['agendapro', ['Nombre', 'Celular', 'Nacimiento']])
    assert.deepEqual(rowsOf(list), [
      [3, ['Ana Ruiz & Muñoz', '3001234567', '14 may 1991']],
      [4, ['Luz Mar', '300 123 45 67', '14 may 1991 12:00']],
      [5, ['=1+1', '', '']],
    ])
    const prefixed = (xml: string) => xml.replace(/<(\/?)(row|c|v|is|t)\b/g, '<$1x:$2')
    assert.deepEqual(cellsOf(read(xlsx(prefixed(sheet), texts))), cellsOf(list))
  })

  test('a time alone is a time, by a standard format or an own one; a part of one without a format is a number', () => {
    const sheet = `<row r="1"><c r="A1" t="inlineStr"><is><t>Hora</t></is></c><c r="B1" t="inlineStr"><is><t>Otra</t></is></c><c r="C1" t="inlineStr"><is><t>Precio</t></is></c></row>
      <row r="2"><c r="A2" s="4"><v>0.416666666666667</v></c><c r="B2" s="5"><v>0.625</v></c><c r="C2"><v>0.5</v></c></row>`
    assert.deepEqual(rowsOf(read(xlsx(sheet))), [[2, ['10:00', '15:00', '0.5']]])
  })

  test('what unpacks to too much, declares entities, is broken, or an old Excel, is refused with a sentence', () => {
    const huge = '<row r="1">' + ' '.repeat(80 * 1024 * 1024) + '</row>'
    refused(xlsx(huge), TOO_MUCH)
    refused(xlsx('', `<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><si><t>&b;</t></si>`))
    const doctype = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet/>'
    refused(xlsx('', '', { 'xl/worksheets/sheet1.xml': doctype }))
    const long = `<si><t>${'largo '.repeat(2000)}</t></si>`
    const often = Array.from(
      { length: 19_000 },
      (_, row) => `<row r="${row + 1}"><c t="s"><v>0</v></c></row>`,
    )
    refused(xlsx(often.join(''), long), TOO_MUCH)
    refused(xlsx('<row r="99999999"><c r="A99999999"><v>1</v></c></row>'), TOO_MUCH)
    refused(xlsx('<row r="1"><c r="A1"><v>1</c></row>'))
    refused(zip({ 'word/document.xml': '<x/>' }))
    refused(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]))
    const whole = file('libreoffice.xlsx')
    for (let length = 30; length < whole.length; length += 97) refused(whole.subarray(0, length))
    refused(
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]),
      'Ese archivo es de un Excel antiguo (.xls). Ábrelo y guárdalo como .xlsx o CSV.',
    )
    for (const page of [
      '<html><body><table><tr><td>Nombre</td></tr>\n<tr><td>Ana, Ruiz</td></tr></table></body></html>',
      '\ufeff\n<TABLE border=1>\n<tr><td>Nombre</td><td>Celular</td></tr>\n<tr><td>Ana</td></tr></TABLE>',
      '<?xml version="1.0"?>\n<Workbook>\n<Row><Cell>Ana</Cell></Row>\n</Workbook>',
    ])
      refused(page, MARKUP)
    refused('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', PDF)
  })

  test('a file of which any byte is another is read, or refused with a sentence', () => {
    const whole = file('libreoffice.xlsx')
    for (let index = 0; index < whole.length; index += 13) {
      const turned = Buffer.from(whole)
      turned[index]! ^= 0x55
      try {
        read(turned)
      } catch (error) {
        assert.ok(error instanceof Unreadable, `byte ${index}: ${String(error)}`)
      }
    }
  })
})

describe('texts', () => {
  test('comma, semicolon, tab; UTF-8 with and without mark, UTF-16, Windows-1252; quotes and lines within', () => {
    const table = [
      ['Nombre', 'Correo', 'Notas'],
      ['Íñigo Peña', 'inigo@correo.example', 'Dijo "hola", y\nse fue; bien'],
    ]
    for (const separator of [',', ';', '\t']) {
      const text = table
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
        .join('\r\n')
      const swapped = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
      for (const content of [
        Buffer.from(text),
        Buffer.from(`\uFEFF${text}`),
        Buffer.from(text, 'latin1'),
        Buffer.from(`\uFEFF${text}`, 'utf16le'),
        Buffer.from(text, 'utf16le'),
        swapped,
        Buffer.from(`sep=${separator}\r\n${text}`),
      ])
        assert.deepEqual([read(content).columns, ...cellsOf(read(content))], table)
    }
  })

  test('semicolons between the cells and more commas within: known headings say it, or else that most lines have as many', () => {
    const rows = ['a', 'b', 'c', 'd'].map((letter) => [
      `Ana Ruiz ${letter}`,
      '3001234560',
      `Tinte 7.1, mechas, alisado, ${'botox, '.repeat(letter.charCodeAt(0) - 96)}color`,
    ])
    const lines = rows.map((row) => row.join(';'))
    const list = read(['Nombre;Celular;Notas', ...lines].join('\n'))
    assert.deepEqual([list.columns, cellsOf(list)], [['Nombre', 'Celular', 'Notas'], rows])
    assert.deepEqual(cellsOf(read(lines.join('\n'))), rows)
    const agenda = 'Fecha;Hora;Cliente;Notas\n14/05/2026;10:00;Ana Ruiz;a, b, c, d, e\n'
    assert.equal(readList(Buffer.from(agenda), 'citas.csv', 'appointments').columns.length, 4)
  })

  test('a long heading is cut between two characters', () => {
    const { columns } = read(`Nombre,${'x'.repeat(79)}😀😀\nAna,1\n`)
    assert.deepEqual(columns, ['Nombre', `${'x'.repeat(79)}😀`])
  })

  test('without headings, and with columns that hold nothing', () => {
    const list = read('Ana Ruiz,,3001234567,ana@correo.example\nLuz Mar,,3001234568,luz@correo.example\n')
    assert.deepEqual(list.columns, ['Columna 1', 'Columna 3', 'Columna 4'])
    assert.deepEqual(targets(list), ['client_name', 'client_phone', 'client_email'])
    assert.deepEqual([list.count, list.guesses.some(({ is_sure }) => is_sure)], [2, false])
  })

  test('nothing, only headings, 20.001 rows, and a picture are refused', () => {
    refused('', 'El archivo no tiene filas con datos.')
    refused('Nombre,Celular\n', 'El archivo no tiene filas con datos.')
    refused(`Nombre\n${'Ana\n'.repeat(20_001)}`, TOO_MUCH)
    assert.equal(read(`Nombre\n${'Ana\n'.repeat(20_000)}`).count, 20_000)
    // Lines between them are none of them, and none is cut off.
    assert.equal(read(`Nombre\n\n${'Ana\n\n'.repeat(20_000)}`).count, 20_000)
    refused(`Nombre\n${'Ana\n\n\n'.repeat(15_000)}`, TOO_MUCH)
    refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3]))
  })
})

test('letters whose accent is a sign of its own, as a Mac writes them, are those that are searched and matched', () => {
  const apart = (text: string) => text.normalize('NFD')
  const list = read(apart('Nombre,Cédula,Reseña\nÓscar Muñoz,1020345678,Añade azúcar\n'))
  assert.deepEqual(list.columns, ['Nombre', 'Cédula', 'Reseña'])
  assert.deepEqual(cellsOf(list), [['Óscar Muñoz', '1020345678', 'Añade azúcar']])
  const vcard = read(apart('BEGIN:VCARD\nVERSION:3.0\nFN:Óscar Muñoz\nNOTE:Añade azúcar\nEND:VCARD\n'))
  assert.ok(cellsOf(vcard)[0]!.includes('Óscar Muñoz'))
  assert.ok(cellsOf(vcard)[0]!.includes('Añade azúcar'))
})

describe('vCard', () => {
  test('2.1 with quoted-printable, 3.0 with folds and groups, 4.0 with addresses', () => {
    const list = read(
      [
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;Ana=20Mar=C3=',
        '=ADa;;;',
        'TEL;HOME:601 234 5678',
        'TEL;CELL:300 123 45 67',
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQ',
        ' AAAQABAAD',
        'END:VCARD',
        'BEGIN:VCARD',
        'VERSION:3.0',
        'FN:Luz \\, Mar',
        'item1.EMAIL;TYPE=INTERNET,HOME:luz@corr',
        ' eo.example',
        'item1.X-ABLabel:casa',
        'NOTE:Dos\\nlíneas\\; fin',
        'END:VCARD',
        'begin:vcard',
        'VERSION:4.0',
        'FN:Óscar',
        'TEL;VALUE=uri;TYPE="voice,cell":tel:+57-310-555-0102;ext=1',
        'END:VCARD',
      ].join('\r\n'),
      'contactos.vcf',
    )
    assert.deepEqual(
      [list.origin, targets(list)],
      ['contacts', ['client_name', 'client_phone', 'client_phone', 'client_email', 'note']],
    )
    assert.deepEqual(cellsOf(list), [
      ['Ana María Muñoz', '300 123 45 67', '601 234 5678', '', ''],
      ['Luz , Mar', '', '', 'luz@correo.example', 'Dos\nlíneas; fin'],
      ['Óscar', '+57-310-555-0102', '', '', ''],
    ])
    refused('BEGIN:VCARD\nVERSION:3.0\nFN:Ana\n')
  })
})

test('a card of a million folds, or soft line breaks, is read like any other', async () => {
  const lines = (head: string, line: string) =>
    Buffer.from(`BEGIN:VCARD\nFN:Ana\nTEL:3001234567\n${head}\n${line.repeat(1_000_000)}x\nEND:VCARD\n`)
  for (const bytes of [
    lines('NOTE:x', ' a\n'),
    lines('NOTE;ENCODING=QUOTED-PRINTABLE:x=', 'a=\n'),
    lines('NOTE;ENCODING=QUOTED-\n PRINTABLE:x=', 'a=\n'),
  ]) {
    // What takes longer than its patience is refused.
    const list = await readFile(bytes, { fileName: 'contactos.vcf', kind: 'clients', lane: 'folds' })
    assert.equal(cellsOf(list)[0]![2]!.slice(0, 4), 'xaaa')
  }
})

test('5 MB are read beside everything else: nobody waits longer than 100 ms', async () => {
  const line = (n: number) =>
    `Cliente número ${n},30${String(n).padStart(8, '0')},c${n}@correo.example,${'x'.repeat(193)}\n`
  const content = Buffer.from(
    `Nombre,Celular,Correo,Notas\n${Array.from({ length: 19_900 }, (_, n) => line(n)).join('')}`,
  )
  assert.ok(content.length > 4_900_000 && content.length <= 5 * 1024 * 1024, String(content.length))
  await readFile(Buffer.from('Nombre\nAna\n'), { fileName: 'a.csv', kind: 'clients', lane: 'warm' })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const list = await readFile(content, { fileName: 'clientes.csv', kind: 'clients', lane: 'one' })
  delay.disable()
  assert.equal(list.count, 19_900)
  assert.ok(delay.max / 1e6 < 100, `${delay.max / 1e6} ms`)
})
