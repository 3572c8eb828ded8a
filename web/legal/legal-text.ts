export interface LegalText {
  title: string
  updated: string
  sections: { heading: string; text: string[] }[]
}
