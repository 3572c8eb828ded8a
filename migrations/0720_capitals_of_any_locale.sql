-- lower() leaves Á and Ñ as they are where a database's locale is C, as that of a bare server is: names with them were not found.
create or replace function plain(text) returns text immutable strict parallel safe language sql
  return translate(lower($1), 'áéíóúüñàèìòùâêîôûãõäëïöçÁÉÍÓÚÜÑÀÈÌÒÙÂÊÎÔÛÃÕÄËÏÖÇ',
    'aeiouunaeiouaeiouaoaeiocaeiouunaeiouaeiouaoaeioc');
