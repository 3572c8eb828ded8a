-- Of 'İ', and of 'Σ' at the end of a word, JavaScript and PostgreSQL make different small letters, so that an account holds PostgreSQL's.
-- Those that held such capitals were shut out, or had many names. To the database it is the same e-mail: what is proven and confirmed stays so.
update businesses set email = translate(email, 'İΣ', 'iσ')
  where email ~ '[İΣ]' and lower(email) = lower(translate(email, 'İΣ', 'iσ'));
update users set email = translate(email, 'İΣ', 'iσ')
  where email ~ '[İΣ]' and lower(email) = lower(translate(email, 'İΣ', 'iσ'));
update administrators set email = translate(email, 'İΣ', 'iσ')
  where email ~ '[İΣ]' and lower(email) = lower(translate(email, 'İΣ', 'iσ'));
update former_emails set email = translate(email, 'İΣ', 'iσ')
  where email ~ '[İΣ]' and lower(email) = lower(translate(email, 'İΣ', 'iσ'));
update invitations set email = translate(email, 'İΣ', 'iσ')
  where email ~ '[İΣ]' and lower(email) = lower(translate(email, 'İΣ', 'iσ'));
