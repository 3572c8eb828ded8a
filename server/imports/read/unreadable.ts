const KINDS = 'Sube un archivo CSV, Excel (.xlsx) o vCard (.vcf).'

/** A file that cannot be read; the sentence says why. */
export class Unreadable extends Error {
  constructor(sentence = `No pudimos leer el archivo. ${KINDS}`) {
    super(sentence)
  }
}

export const OLD_EXCEL = 'Ese archivo es de un Excel antiguo (.xls). Ábrelo y guárdalo como .xlsx o CSV.'
/** Many programs write their lists as a web page or as XML, and name them .xls. */
export const MARKUP =
  'Excel abre ese archivo, pero por dentro es otra cosa. Ábrelo y guárdalo como .xlsx o CSV.'
export const PDF = `Ese archivo es un PDF. ${KINDS}`
export const TOO_MUCH = 'El archivo contiene demasiado. Divídelo en varios de hasta 20.000 filas.'
