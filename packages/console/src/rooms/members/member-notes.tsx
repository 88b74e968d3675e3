import { NOTE_MAX } from '@krapao/contract/staff/members';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../lib/call.ts';
import { codeText, useT } from '../../lib/i18n.ts';
import { useRead, useReadAgain } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields.tsx';
import { PanelBody } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { When } from '../../ui/when.tsx';
import styles from './member-notes.module.css';

/** Notes of staff about a member. */
export function MemberNotes({ id }: { id: string }) {
  const t = useT();
  const may = useMay();
  const read = useRead('GET /staff/api/members/:id/notes', { params: { id } });
  return (
    <>
      {may('POST /staff/api/members/:id/notes') && <NewNote id={id} />}
      <Loaded read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('members.noNotes')} />
          ) : (
            <ul className={styles['notes']}>
              {items.map((note) => (
                <li key={note.id}>
                  <p className={styles['text']}>{note.text}</p>
                  <p className={styles['by']}>
                    {note.by} <When at={note.at} isInline />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function NewNote({ id }: { id: string }) {
  const t = useT();
  const readAgain = useReadAgain();
  const [text, setText] = useState('');
  const { submit, isSending, error } = useSubmit((body: { text: string }) =>
    call('POST /staff/api/members/:id/notes', { params: { id }, body }),
  );
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    const added = await submit({ text: text.trim() });
    await readAgain();
    if (!added) return;
    setText('');
    tell(t('members.noteAdded'));
  };
  return (
    <form onSubmit={(event) => void add(event)} className={styles['new']}>
      <PanelBody>
        <Field
          label={t('members.newNote')}
          hint={t('members.newNoteHint')}
          value={text}
          onChange={setText}
          maxLength={NOTE_MAX}
          isLong
          isDisabled={isSending}
        />
        {error && (
          <p role="alert">{error.isUnknown ? t('common.unknownEnd') : codeText('errors', error.code)}</p>
        )}
        <div>
          <Button type="submit" kind="primary" isPending={isSending} isDisabled={text.trim() === ''}>
            {t('members.addNote')}
          </Button>
        </div>
      </PanelBody>
    </form>
  );
}
