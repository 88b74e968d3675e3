import type { Catalogue } from '../catalogue.ts';

export const spinErrors: Catalogue['spinErrors'] = {
  NO_DATA: 'วงล้อปิดอยู่ในตอนนี้',
  MONEY_NOT_ENOUGH: 'เหรียญไม่พอ ฝากเงินหรือเล่นเกมเพื่อรับเหรียญเพิ่ม',
  INVALID_COUPON_TYPE: 'ทีมงานจะเป็นผู้มอบรางวัลนี้ กรุณาติดต่อเรา',
  BONUS_REMAINING: 'รับรางวัลไม่ได้ เพราะยังมีโบนัสคงเหลืออยู่',
};

export const slipReasons: Catalogue['slipReasons'] = {
  UPLOADED_FILE_NOT_EXIST: 'สลิปไม่ถูกต้อง',
  IMG_SIZE_UNABLE_TO_PROCESS: 'สลิปไม่ถูกต้อง',
  CANNOT_READ_CROPPED_IMAGE: 'สลิปไม่ถูกต้อง',
  DEST_ACC_INVALID: 'บัญชีปลายทางไม่ถูกต้อง',
  SLIP_REFNO_DUPLICATED: 'สลิปซ้ำ',
  UNSTABLE_REFNO_ON_SLIP: 'อ่านเลขอ้างอิงบนสลิปไม่ชัด',
  TRIPPLE_WRONG_CAPTCHA: 'กรอกรหัสตรวจสอบผิดสามครั้งติดกัน',
  INVALID_SLIP: 'อ่านสลิปไม่ได้หรือสลิปไม่ถูกต้อง',
  NOT_MATCH: 'เลขบัญชีไม่ตรงกับที่ลงทะเบียนไว้',
  EXPIRED_SLIP: 'สลิปหมดอายุ',
  UNKNOW_ERROR: 'ข้อผิดพลาดที่ไม่ทราบสาเหตุ กรุณาติดต่อแอดมิน',
};

export const slipAdvice: Catalogue['slipAdvice'] = {
  UPLOADED_FILE_NOT_EXIST: 'รูปมาถึงเราไม่ครบ กรุณาส่งอีกครั้ง',
  IMG_SIZE_UNABLE_TO_PROCESS: 'รูปเล็กหรือใหญ่เกินกว่าจะอ่านได้ กรุณาส่งรูปต้นฉบับจากแอปธนาคาร',
  CANNOT_READ_CROPPED_IMAGE: 'รูปอาจถูกตัดบางส่วน กรุณาส่งรูปที่เห็นสลิปทั้งใบ',
  DEST_ACC_INVALID: 'รายการนี้ไม่ได้โอนเข้าบัญชีของเรา กรุณาสอบถามธนาคารของคุณ และตรวจสอบเลขที่บัญชีก่อนโอนครั้งต่อไป',
  SLIP_REFNO_DUPLICATED: 'รายการโอนนี้เคยส่งมาแล้ว การโอนหนึ่งครั้งเติมเงินได้ครั้งเดียว ดูได้ที่รายการเดินบัญชี',
  UNSTABLE_REFNO_ON_SLIP: 'กรุณาส่งรูปที่ชัดกว่านี้ หรือสลิปต้นฉบับจากแอปธนาคาร',
  TRIPPLE_WRONG_CAPTCHA: 'เรายังตรวจสอบกับธนาคารไม่ได้ กรุณาส่งสลิปอีกครั้งในอีกสักครู่',
  INVALID_SLIP: 'กรุณาส่งสลิปต้นฉบับจากแอปธนาคาร หากคุณโอนเงินจริง กรุณาติดต่อเราพร้อมสลิปนี้',
  NOT_MATCH: 'เงินโอนมาจากบัญชีที่ไม่ใช่บัญชีที่คุณลงทะเบียนไว้ กรุณาติดต่อเราพร้อมสลิปนี้',
  EXPIRED_SLIP: 'รายการโอนนี้นานเกินกว่าที่ระบบจะเติมเงินให้เอง กรุณาติดต่อเราพร้อมสลิปนี้',
  UNKNOW_ERROR: 'หากคุณโอนเงินจริง เงินของคุณไม่หาย กรุณาติดต่อเราพร้อมสลิปนี้',
};
