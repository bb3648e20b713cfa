import { choose, type Step } from './forms';
import {
  atMost,
  CHOOSE_ONE,
  DOMAIN_FORMAT,
  EMAIL_FORMAT,
  IP_FORMAT,
  over,
  PHONE_FORMAT,
  POSITIVE,
  REQUIRED,
  tooLong,
  URL_FORMAT,
} from './messages';

/** A form without a list around it. */
export interface SingleForm {
  name: string;
  path: string;
  /** User who fills it in, if not the administrator. */
  email?: string;
  /** Button that opens it as a dialog. */
  opens?: RegExp;
  /** Button that saves it. Default: `保存する`. */
  button?: string;
  steps: readonly Step[];
  /** Message after saving. */
  done: RegExp;
  /** Label of a field, and its value after a reload. */
  persisted?: readonly [label: RegExp, value: string];
}

const product: readonly Step[] = [
  [
    ['商品名', over(255), tooLong(255)],
    ['サイトのドメイン', 'https://shop.example.jp', DOMAIN_FORMAT],
    ['サイトのURL', 'shop.example.jp', URL_FORMAT],
    ['計測期間（日）', '0', POSITIVE],
    ['計測から除外するIP', '10.0.0.0/33', IP_FORMAT],
  ],
  [
    ['商品名', 'E2E商品'],
    ['サイトのドメイン', ''],
    ['サイトのURL', ''],
    ['計測期間（日）', '3651', atMost(3650)],
    ['計測から除外するIP', '010.0.0.1', IP_FORMAT],
  ],
  [
    ['計測期間（日）', '1.5', POSITIVE],
    ['計測から除外するIP', over(4000), tooLong(4000)],
  ],
  [
    ['計測期間（日）', '９０'],
    ['計測から除外するIP', '203.0.113.7, 2001:db8::/32'],
  ],
];

/** Every form without a list. */
export const singleForms: readonly SingleForm[] = [
  {
    name: 'company',
    path: '/config/company',
    steps: [
      [
        ['会社・部署名', '', REQUIRED],
        ['担当者名', over(255), tooLong(255)],
        ['担当者メールアドレス', 'nobody@nowhere', EMAIL_FORMAT],
        ['電話番号', '電話', PHONE_FORMAT],
        ['住所', over(255), tooLong(255)],
        ['サインインを許可するIP', '10.0.0.1, 010.0.0.1', IP_FORMAT],
      ],
      [
        ['会社・部署名', over(255), tooLong(255)],
        ['担当者名', '佐藤'],
        ['担当者メールアドレス', 'sato@example.jp'],
        ['電話番号', '０３ー１２３４−５６７８'],
        ['住所', ''],
        ['サインインを許可するIP', '10.0.0.0/33', IP_FORMAT],
      ],
      [
        ['会社・部署名', 'E2E会社'],
        ['サインインを許可するIP', '127.0.0.0/8, 2001:db8::/32'],
      ],
    ],
    done: /保存しました/,
    persisted: [/^電話番号/, '03-1234-5678'],
  },
  {
    name: 'product',
    path: '/config/product',
    steps: [[['商品名', '', REQUIRED]], ...product],
    done: /保存しました/,
    persisted: [/^計測期間/, '90'],
  },
  {
    name: 'another product',
    path: '/config/product',
    opens: /商品を追加$/,
    steps: [[['商品名', null, REQUIRED]], ...product],
    done: /商品「E2E商品」を追加しました/,
  },
  {
    name: 'API key',
    path: '/config/product',
    opens: /キーを発行$/,
    button: 'キーを発行',
    steps: [[['名称', null, REQUIRED]], [['名称', over(255), tooLong(255)]], [['名称', 'E2E連携']]],
    done: /このキーは今だけ表示されます/,
  },
  {
    name: 'custom analysis',
    path: '/ad-analyze-setting?item=2',
    steps: [
      [
        ['タイトル', over(255), tooLong(255)],
        ['表示する項目', null, CHOOSE_ONE],
      ],
      [
        ['タイトル', 'E2E分析'],
        ['表示する項目', choose('CPA')],
      ],
    ],
    done: /保存しました/,
    persisted: [/^タイトル/, 'E2E分析'],
  },
  {
    name: 'profile',
    path: '/config/user/3',
    email: 'analyst@example.com',
    steps: [[['氏名', '', REQUIRED]], [['氏名', over(255), tooLong(255)]], [['氏名', '鈴木 次郎']]],
    done: /保存しました/,
    persisted: [/^氏名/, '鈴木 次郎'],
  },
  {
    name: 'own password',
    path: '/config/user/3/password',
    email: 'analyst@example.com',
    button: 'パスワードを変更する',
    steps: [
      [
        ['現在のパスワード', null, REQUIRED],
        ['新しいパスワード', null, REQUIRED],
        ['新しいパスワード（確認）', null, REQUIRED],
      ],
      [
        ['現在のパスワード', 'Password0!'],
        ['新しいパスワード', 'short', '8文字以上で入力してください'],
        ['新しいパスワード（確認）', 'x'.repeat(129), tooLong(128)],
      ],
      [
        ['新しいパスワード', 'NewPassword1!'],
        ['新しいパスワード（確認）', 'Different1!', '確認用パスワードが一致しません'],
      ],
      [
        ['新しいパスワード（確認）', 'NewPassword1!'],
        ['現在のパスワード', null, '現在のパスワードが正しくありません'],
      ],
      [['現在のパスワード', 'Password1!']],
    ],
    done: /パスワードを変更しました/,
  },
];
